import type { Writable } from 'node:stream';
import { disarm, getOwn } from '@sluice/core';
import { createSink } from '@sluice/base';
import type { PrintFormat } from '../print-options.ts';

/** The destination of a run's messages: a single writer, in order. */
export interface PrintOutput {
  /** Resolves when there is room for more. */
  write(message: object): Promise<void> | undefined;
  /** The final text of a prompt, for the format `text`. */
  writeText(text: string): Promise<void> | undefined;
  /**
   * True once all pending output has been handed to the system; false if the reader has consumed nothing for half a
   * minute.
   */
  close(): Promise<boolean>;
  readonly failure: Error | undefined;
}

interface PrintOutputOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  readonly format: PrintFormat;
  /** With `json`: all messages instead of only the result. */
  readonly isVerbose: boolean;
  /** Undefined while the session is not open. */
  readonly sessionId: () => string | undefined;
  readonly nextId: () => string;
  /** Called with each message of a stream, complete. Must not throw. Default: nothing is called. */
  readonly onMessage?: (message: object) => void;
  /** Called once if the stream is closed or unwritable. Must not throw. */
  readonly onFailure: (error: Error) => void;
  /** Milliseconds without progress after which a reader is given up. Default: half a minute (behaviour.md 5). */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** Chunk size at the end, to distinguish a slow reader from one that has stopped reading. */
const PIECE_CHARS = 64 * 1024;

export function createPrintOutput({
  stream,
  format,
  isVerbose,
  sessionId,
  nextId,
  onMessage,
  onFailure,
  patienceMs = PATIENCE_MS,
}: PrintOutputOptions): PrintOutput {
  const sink = createSink(stream, onFailure);
  const isTerminal = stream.isTTY === true;
  const held: object[] = [];
  const complete = (message: object): object => ({
    ...message,
    session_id: sessionId(),
    uuid: getOwn(message, 'uuid') ?? nextId(),
  });

  function* rest(): Generator<string> {
    if (format !== 'json' || held.length === 0) return;
    // One message at a time: no string may become as long as all of them together.
    for (const [index, message] of held.entries()) {
      const before = isVerbose ? (index === 0 ? '[' : ',') : '';
      yield* piecesOf(`${before}${JSON.stringify(message)}`);
    }
    yield isVerbose ? ']\n' : '\n';
  }

  return {
    write(message) {
      if (format === 'text') return undefined;
      if (format === 'stream-json') {
        const whole = complete(message);
        onMessage?.(whole);
        return sink.write(`${JSON.stringify(whole)}\n`);
      }
      if (isVerbose) held.push(complete(message));
      else if (isResult(message)) held.splice(0, held.length, complete(message));
      return undefined;
    },
    writeText(text) {
      if (format !== 'text' || text === '') return undefined;
      // A pipe or a file gets the response verbatim.
      const shown = isTerminal ? disarm(text) : text;
      return sink.write(shown.endsWith('\n') ? shown : `${shown}\n`);
    },
    async close() {
      for (const piece of rest()) {
        if (!(await endsWithin(patienceMs, sink.write(piece)))) return false;
      }
      return endsWithin(patienceMs, sink.drained());
    },
    get failure() {
      return sink.failure;
    },
  };
}

async function endsWithin(ms: number, work: Promise<void> | undefined): Promise<boolean> {
  if (work === undefined) return true;
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** Keeps surrogate pairs together: each chunk is encoded separately. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = start + PIECE_CHARS;
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd8_00 && last <= 0xdb_ff) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isResult(message: object): boolean {
  return 'type' in message && message.type === 'result';
}
