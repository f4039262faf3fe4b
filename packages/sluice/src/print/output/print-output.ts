import type { Writable } from 'node:stream';
import { createSink } from '../../exec/output/sink.ts';
import type { PrintFormat } from '../print-options.ts';

/** Where the messages of a run go. One writer, in order. */
export interface PrintOutput {
  /** Resolves when there is room for more. */
  write(message: object): Promise<void> | undefined;
  /** The last words of a prompt, for the format `text`. */
  writeText(text: string): Promise<void> | undefined;
  /** Everything that is held has been handed to the system, or the reader has taken nothing for half a minute. */
  close(): Promise<void>;
  readonly failure: Error | undefined;
}

export interface PrintOutputOptions {
  readonly stream: Writable;
  readonly format: PrintFormat;
  /** With `json`: all messages rather than the result alone. */
  readonly isVerbose: boolean;
  readonly sessionId: string;
  readonly nextId: () => string;
  /** Called once, when the stream turns out to be closed or unwritable. Must not throw. */
  readonly onFailure: (error: Error) => void;
}

/** Milliseconds that a reader gets to take what is left (behaviour.md 5). */
const DRAIN_MS = 30_000;

export function createPrintOutput({
  stream,
  format,
  isVerbose,
  sessionId,
  nextId,
  onFailure,
}: PrintOutputOptions): PrintOutput {
  const sink = createSink(stream, onFailure);
  const held: object[] = [];
  const complete = (message: object): object => ({ ...message, session_id: sessionId, uuid: nextId() });
  return {
    write(message) {
      if (format === 'text') return undefined;
      if (format === 'stream-json') return sink.write(`${JSON.stringify(complete(message))}\n`);
      if (isVerbose) held.push(complete(message));
      else if (isResult(message)) held.splice(0, held.length, complete(message));
      return undefined;
    },
    writeText: (text) =>
      format === 'text' && text !== '' ? sink.write(text.endsWith('\n') ? text : `${text}\n`) : undefined,
    async close() {
      if (format === 'json' && held.length > 0) {
        await sink.write(`${JSON.stringify(isVerbose ? held : held[0])}\n`);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, DRAIN_MS);
      await Promise.race([sink.drained(), promise]);
      clearTimeout(timer);
    },
    get failure() {
      return sink.failure;
    },
  };
}

function isResult(message: object): boolean {
  return 'type' in message && message.type === 'result';
}
