import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createLineSplitter, type Prompt, type SplitLine } from '@sluice/agent';
import { getOwn, type UserBlock } from '@sluice/core';
import type { Control } from '../control/control-requests.ts';
import { parseInputLine, parseLostLine, type InputLine } from './input-line.ts';

/** Lines of standard input: the user's messages, and the client's requests and responses. */
export interface PrintInput {
  /** The next message that no running prompt has taken; undefined: there will be none. */
  next(signal: AbortSignal): Promise<Prompt | undefined>;
  /** No more lines will come. */
  hasEnded(): boolean;
  /** The ids of messages that the model hasn't got, as far as they have one. */
  waitingIds(): readonly string[];
  /** Drops the messages that the model hasn't got; returns their ids. */
  dropWaiting(): readonly string[];
  /** Drops one message that the model hasn't got. False: none of them has this id. */
  drop(uuid: string): boolean;
  /** The model has got the message, or never will. */
  reached(id: string): void;
  /** How many messages no prompt has taken. */
  waitingCount(): number;
  /** Why the message can't be worked on: its sender waits for a result that says so. Undefined: it can. */
  problemOf(prompt: Prompt): string | undefined;
  /** The message only opens the session: its sender waits for a result, and the model gets nothing. */
  isEmpty(prompt: Prompt): boolean;
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
  /** Takes back a message that `offer` has accepted. False: the model has it. */
  readonly withdraw: (prompt: Prompt) => boolean;
  readonly send: (message: object) => void;
  /** Called with each line, by its kind. Default: nothing is called. */
  readonly onLine?: ((what: string) => void) | undefined;
  /** Called before each message. */
  readonly onMessage: () => void;
  /** Called with the id of each message that a prompt takes. Default: nothing is called. */
  readonly onTaken?: (uuid: string) => void;
}

/** An image of a few megabytes fits. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LOST = { 'too-long': `it is longer than ${MAX_LINE_BYTES} bytes`, 'not-utf8': 'it is not valid UTF-8' };

export function readInput(stream: Readable, scope: InputScope): PrintInput {
  return new InputReader(stream, scope);
}

interface WaitingMessage {
  readonly prompt: Prompt;
  readonly uuid: string | undefined;
}

class InputReader implements PrintInput {
  readonly #stream: Readable;
  readonly #scope: InputScope;
  readonly #splitter = createLineSplitter({ maxLineBytes: MAX_LINE_BYTES, lineEnds: 'any' });
  readonly #waiting: WaitingMessage[] = [];
  /** A running prompt has taken them, but the model hasn't got them yet. */
  #offered: WaitingMessage[] = [];
  /** Goes with the next message. */
  #added: readonly UserBlock[] = [];
  /** Why messages can't be worked on. */
  readonly #problems = new WeakMap<Prompt, string>();
  #hasEnded = false;
  #wake: (() => void) | undefined;

  constructor(stream: Readable, scope: InputScope) {
    this.#stream = stream;
    this.#scope = scope;
    stream.on('data', (chunk: Buffer) => {
      for (const line of this.#splitter.push(chunk)) this.#take(line);
    });
    for (const event of ['end', 'error', 'close']) stream.on(event, () => this.#end());
  }

  async next(signal: AbortSignal): Promise<Prompt | undefined> {
    const onAbort = (): void => this.#wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        const first = this.#waiting.shift();
        if (first?.uuid !== undefined) this.#scope.onTaken?.(first.uuid);
        if (first !== undefined) return first.prompt;
        if (this.#hasEnded || signal.aborted || !this.#scope.takesMessages) return undefined;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  waitingIds(): readonly string[] {
    return idsOf([...this.#offered, ...this.#waiting]);
  }

  dropWaiting(): readonly string[] {
    const dropped = this.#offered.filter(({ prompt }) => this.#scope.withdraw(prompt));
    this.#offered = [];
    return idsOf([...dropped, ...this.#waiting.splice(0)]);
  }

  drop(uuid: string): boolean {
    const offered = this.#offered.find((one) => one.uuid === uuid);
    if (offered !== undefined && this.#scope.withdraw(offered.prompt)) {
      this.reached(uuid);
      return true;
    }
    const at = this.#waiting.findIndex((one) => one.uuid === uuid);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }

  reached(id: string): void {
    this.#offered = this.#offered.filter(({ prompt }) => prompt.id !== id);
  }

  waitingCount(): number {
    return this.#waiting.length;
  }

  problemOf(prompt: Prompt): string | undefined {
    return this.#problems.get(prompt);
  }

  isEmpty(prompt: Prompt): boolean {
    return prompt.content.length === 0 && !this.#problems.has(prompt);
  }

  close(): void {
    this.#stream.destroy();
  }

  #end(): void {
    if (this.#hasEnded) return;
    const last = this.#splitter.end();
    if (last !== undefined) this.#take(last);
    this.#hasEnded = true;
    this.#scope.control.close();
    this.#wake?.();
  }

  #take(line: SplitLine): void {
    const { control, send, onLine } = this.#scope;
    const parsed =
      line.kind === 'lost' ? parseLostLine(line.head, LOST[line.reason]) : parseInputLine(line.text);
    onLine?.(
      parsed.kind === 'request' ? `request ${String(getOwn(parsed.request, 'subtype'))}` : parsed.kind,
    );
    switch (parsed.kind) {
      case 'message':
        return this.#takeMessage(parsed, line.number);
      case 'request':
        return control.request(parsed.requestId, parsed.request);
      case 'response': {
        const problem = control.response(parsed.requestId, parsed.response, parsed.error);
        if (problem !== undefined)
          this.#complain(`the answer to ${parsed.requestId} was ignored: ${problem}`, line.number);
        return undefined;
      }
      case 'empty-message':
        return this.#takeEmpty(line.number, parsed.uuid);
      case 'wrong-message':
        return this.#refuse(parsed.message, line.number, parsed.uuid);
      case 'wrong-initialize':
        return control.refuse(parsed.requestId, parsed.message);
      case 'wrong':
        if (parsed.requestId === undefined) return this.#complain(parsed.message, line.number);
        return send({
          type: 'control_response',
          response: { subtype: 'error', request_id: parsed.requestId, error: parsed.message },
        });
      case 'blank':
      case 'cancel':
      case 'keep-alive':
        return undefined;
      default:
        return parsed satisfies never;
    }
  }

  #takeMessage(message: Extract<InputLine, { kind: 'message' }>, line: number): void {
    const { takesMessages, offer, onMessage, onTaken } = this.#scope;
    if (!takesMessages)
      return this.#complain('only control messages are expected; use --input-format stream-json', line);
    onMessage();
    const { uuid } = message;
    const content = [...this.#added, ...message.content];
    this.#added = message.asks ? [] : content;
    if (!message.asks) return;
    const prompt = { content, id: uuid ?? randomUUID(), isVerbatim: message.isVerbatim };
    if (message.priority !== 'later' && offer(prompt)) {
      this.#offered.push({ prompt, uuid });
      if (uuid !== undefined) onTaken?.(uuid);
      return;
    }
    this.#waiting.push({ prompt, uuid });
    this.#wake?.();
  }

  /** What was added before it is no longer held back, so a message with it is one like any other. */
  #takeEmpty(line: number, uuid: string | undefined): void {
    const { answersEach = false, takesMessages, onMessage } = this.#scope;
    if (!answersEach || !takesMessages) return this.#complain('"message.content" is empty', line);
    onMessage();
    const prompt = { content: this.#added, id: uuid ?? randomUUID() };
    this.#added = [];
    this.#waiting.push({ prompt, uuid });
    this.#wake?.();
  }

  #refuse(message: string, line: number, uuid?: string): void {
    const { answersEach = false, takesMessages, onMessage } = this.#scope;
    if (!answersEach || !takesMessages) return this.#complain(message, line);
    onMessage();
    const prompt = { content: [], id: uuid };
    this.#problems.set(prompt, `The message on line ${line} of standard input can't be used: ${message}.`);
    this.#waiting.push({ prompt, uuid });
    this.#wake?.();
  }

  #complain(message: string, line: number): void {
    this.#scope.send({
      type: 'system',
      subtype: 'informational',
      level: 'warning',
      content: `standard input, line ${line}: ${message}`,
    });
  }
}

function idsOf(messages: readonly { readonly uuid: string | undefined }[]): readonly string[] {
  return messages.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
}
