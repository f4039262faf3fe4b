import { shellWord } from '@sluice/base';
import { cutLine } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { EventQueue } from './event-queue.ts';
import { argumentsHint, exitText, SHOWN_LINES } from './exit-text.ts';
import type { GivenSecrets } from './given-secrets.ts';
import { idInEnds } from './id-in-ends.ts';
import { readInvalidResponse, readMessage } from './json-rpc.ts';
import { LineReader } from './line-reader.ts';
import type { ServerLog } from './server-log.ts';
import type { McpTransport, OpenedTransport, TransportEvent } from './transport.ts';

export interface StdioTransportOptions {
  readonly processes: Pick<ProcessSession, 'start'>;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Redacts secrets in the parts of its standard error shown to the user or a model. */
  readonly redact: (text: string) => string;
  /** What the server is given. */
  readonly secrets: GivenSecrets;
  /** Takes its standard error; closed with the transport. */
  readonly log: ServerLog;
}

/** Each message is an object: `{`. */
const OPENING = 0x7b;
/** A longer line costs the request that it answers. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** Text that is not protocol: above this the program is not a server. */
const MAX_JUNK_BYTES = 64 * 1024 * 1024;
/** What may wait to be sent: a server that has stopped reading gets no more. */
const MAX_UNSENT_BYTES = 256 * 1024 * 1024;
/** Each costs more than its bytes. */
const MAX_UNSENT_MESSAGES = 10_000;
const GRACE_MS = 500;
const SHOWN_JUNK = 120;

/** Starts a server and talks to it over its standard input and output, a line each message. */
export function openStdioTransport(options: StdioTransportOptions): OpenedTransport {
  const { processes, command, args, env, cwd, log, redact, secrets } = options;
  const start = processes.start({ command, args, env, cwd });
  if (!start.ok) {
    log.close();
    return { ok: false, code: 'failed', reason: `${start.message}${argumentsHint(command)}` };
  }
  const child = start.process;
  const queue = new EventQueue<TransportEvent>();
  const reader = new LineReader(MAX_LINE_BYTES, OPENING);
  let junkBytes = 0;
  let junk: string | undefined;
  let hasAnswered = false;
  let failure: string | undefined;
  let closing: Promise<void> | undefined;

  const close = (): Promise<void> =>
    (closing ??= child.end({ graceMs: GRACE_MS }).then(() => {
      queue.end();
      log.close();
    }));
  const abandon = (reason: string): void => {
    failure ??= reason;
    queue.end();
    void close();
  };
  const takeJunk = (text: string, bytes: number): void => {
    if (junk === undefined && text.trim() !== '') junk = cutLine(text.trim(), SHOWN_JUNK);
    junkBytes += bytes;
    if (junkBytes > MAX_JUNK_BYTES)
      abandon('It wrote 64 MiB to its standard output that is not MCP: it must send logs to standard error.');
  };
  const takeLine = (text: string): void => {
    const value = parsed(text);
    const message = readMessage(value);
    if (message === undefined) {
      const invalid = readInvalidResponse(value);
      if (invalid === undefined) return takeJunk(text, text.length + 1);
      return queue.push({ type: 'lost', ...invalid });
    }
    hasAnswered = true;
    queue.push({ type: 'message', message });
  };

  child.stdout.on('data', (chunk: Buffer) => {
    if (closing !== undefined) return;
    for (const piece of reader.take(chunk)) {
      if (piece.type === 'line') takeLine(piece.text);
      else if (piece.type === 'junk') takeJunk(piece.text, piece.bytes);
      else {
        const id = idInEnds(piece.start, piece.end);
        queue.push({ type: 'lost', id, reason: 'The answer is longer than 32 MiB.' });
      }
    }
  });
  child.stderr.on('data', (chunk: Buffer) => log.write(chunk));
  // The last answer may still be on its way when the process has exited.
  const drained = new Promise<void>((resolve) => void child.stdout.once('close', resolve));
  void child.exited.then(async (exit) => {
    await drained;
    if (closing === undefined) failure ??= exitText(exit, log, redact);
    await close();
  });

  let unsent = 0;
  const transport: McpTransport = {
    messages: queue,
    secrets,
    get failure() {
      return failure;
    },
    get startHint() {
      if (junk !== undefined)
        return `It wrote ${JSON.stringify(redact(junk))} to its standard output, which is not MCP.`;
      const lines = failure === undefined ? log.lastLines(SHOWN_LINES) : [];
      if (lines.length > 0) return `Its last output:\n${redact(lines.join('\n'))}`;
      if (hasAnswered || log.lastLines(1).length > 0) return undefined;
      return `To see what it does, run: ${redact([command, ...args].map(shellWord).join(' '))}`;
    },
    send(message) {
      if (closing !== undefined) return;
      if (child.stdin.writableLength > MAX_UNSENT_BYTES || unsent >= MAX_UNSENT_MESSAGES)
        return abandon('It stopped reading its standard input.');
      unsent += 1;
      child.stdin.write(`${JSON.stringify(message)}\n`, () => void (unsent -= 1));
    },
    close,
  };
  return { ok: true, transport };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
