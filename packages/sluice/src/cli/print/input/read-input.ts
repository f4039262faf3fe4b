import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createLineSplitter, type Prompt, type SplitLine } from '@sluice/agent';
import type { UserBlock } from '@sluice/core';
import type { Control } from '../control/control.ts';
import { parseInputLine } from './input-line.ts';

/** Lines of standard input: the user's messages, and the client's requests and responses. */
export interface PrintInput {
  /** The next message that no running prompt has taken; undefined: there will be none. */
  next(signal: AbortSignal): Promise<Prompt | undefined>;
  /** No more lines will come. */
  hasEnded(): boolean;
  /** The ids of messages that no prompt has taken, as far as they have one. */
  waitingIds(): readonly string[];
  /** Drops the messages that no prompt has taken; returns their ids. */
  dropWaiting(): readonly string[];
  /** Drops one message that no prompt has taken. False: none of them has this id. */
  drop(uuid: string): boolean;
  /** How many messages no prompt has taken. */
  waitingCount(): number;
  /** Why the message can't be worked on: its sender waits for a result that says so. Undefined: it can. */
  problemOf(prompt: Prompt): string | undefined;
  close(): void;
}

interface InputScope {
  readonly control: Control;
  /** False: only control messages are expected. */
  readonly takesMessages: boolean;
  /** Each message gets a result, also one that can't be used. Default: such a message is only reported. */
  readonly answersEach?: boolean;
  /** Called with a message while a prompt is running; returns true if that prompt takes it. */
  readonly offer: (prompt: Prompt) => boolean;
  readonly send: (message: object) => void;
  /** Called before each message. */
  readonly onMessage: () => void;
  /** Called with the id of each message that a prompt takes. Default: nothing is called. */
  readonly onTaken?: (uuid: string) => void;
}

/** An image of a few megabytes fits. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export function readInput(
  stream: Readable,
  { control, takesMessages, answersEach = false, offer, send, onMessage, onTaken }: InputScope,
): PrintInput {
  const splitter = createLineSplitter({ maxLineBytes: MAX_LINE_BYTES, lineEnds: 'any' });
  const waiting: { readonly prompt: Prompt; readonly uuid: string | undefined }[] = [];
  /** Goes with the next message. */
  let added: readonly UserBlock[] = [];
  const problems = new WeakMap<Prompt, string>();
  let hasEnded = false;
  let wake: (() => void) | undefined;

  const complain = (message: string, number: number): void =>
    send({
      type: 'system',
      subtype: 'informational',
      level: 'warning',
      content: `standard input, line ${number}: ${message}`,
    });

  const refuse = (message: string, number: number, uuid?: string): void => {
    if (!answersEach || !takesMessages) return complain(message, number);
    onMessage();
    const prompt = { content: [], id: uuid };
    problems.set(prompt, `The message on line ${number} of standard input can't be used: ${message}.`);
    waiting.push({ prompt, uuid });
    wake?.();
  };

  const take = (line: SplitLine): void => {
    if (line.kind === 'lost') {
      const why =
        line.reason === 'too-long' ? `it is longer than ${MAX_LINE_BYTES} bytes` : 'it is not valid UTF-8';
      return refuse(`${why}; skipped`, line.number);
    }
    const parsed = parseInputLine(line.text);
    switch (parsed.kind) {
      case 'message': {
        if (!takesMessages)
          return complain('only control messages are expected; use --input-format stream-json', line.number);
        onMessage();
        const content = [...added, ...parsed.content];
        added = parsed.asks ? [] : content;
        if (!parsed.asks) return;
        const prompt = { content, id: parsed.uuid ?? randomUUID(), isVerbatim: parsed.isVerbatim };
        if (parsed.priority !== 'later' && offer(prompt)) {
          if (parsed.uuid !== undefined) onTaken?.(parsed.uuid);
          return;
        }
        waiting.push({ prompt, uuid: parsed.uuid });
        wake?.();
        return;
      }
      case 'request':
        return control.request(parsed.requestId, parsed.request);
      case 'response': {
        const problem = control.response(parsed.requestId, parsed.response, parsed.error);
        if (problem !== undefined)
          complain(`the answer to ${parsed.requestId} was ignored: ${problem}`, line.number);
        return;
      }
      case 'wrong-message':
        return refuse(parsed.message, line.number, parsed.uuid);
      case 'wrong-initialize':
        return control.refuse(parsed.requestId, parsed.message);
      case 'wrong':
        if (parsed.requestId === undefined) return complain(parsed.message, line.number);
        return send({
          type: 'control_response',
          response: { subtype: 'error', request_id: parsed.requestId, error: parsed.message },
        });
      case 'blank':
      case 'cancel':
      case 'keep-alive':
        return;
      default:
        return parsed satisfies never;
    }
  };

  const end = (): void => {
    if (hasEnded) return;
    const last = splitter.end();
    if (last !== undefined) take(last);
    hasEnded = true;
    control.close();
    wake?.();
  };
  stream.on('data', (chunk: Buffer) => {
    for (const line of splitter.push(chunk)) take(line);
  });
  stream.on('end', end);
  stream.on('error', end);
  stream.on('close', end);

  return {
    async next(signal) {
      const onAbort = (): void => wake?.();
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        for (;;) {
          const first = waiting.shift();
          if (first?.uuid !== undefined) onTaken?.(first.uuid);
          if (first !== undefined) return first.prompt;
          if (hasEnded || signal.aborted || !takesMessages) return undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    hasEnded: () => hasEnded,
    waitingIds: () => idsOf(waiting),
    dropWaiting: () => idsOf(waiting.splice(0)),
    drop(uuid) {
      const at = waiting.findIndex((one) => one.uuid === uuid);
      if (at !== -1) waiting.splice(at, 1);
      return at !== -1;
    },
    waitingCount: () => waiting.length,
    problemOf: (prompt) => problems.get(prompt),
    close: () => void stream.destroy(),
  };
}

function idsOf(messages: readonly { readonly uuid: string | undefined }[]): readonly string[] {
  return messages.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
}
