import { cancel } from '../call/cancel.ts';
import type { Call } from '../call/call.ts';
import type { OutcomeCode, Outcome } from '../call/outcome.ts';
import type { CallStatus } from '../call/state.ts';
import type { Asker } from '../permission/asker.ts';
import { textOf } from '../result/content.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { ContentBlock } from '../tool/content.ts';
import type { JsonObject } from '../tool/json.ts';
import type { Engine } from './engine.ts';
import type { RunEvent, RunEventBody, ToolResultBlock } from './events.ts';
import type { CallInput } from './feed.ts';
import { createMessage, type Message } from './message.ts';
import { isSameInput } from './resumption.ts';
import { startRun } from './run.ts';

export interface MessageOptions {
  /** Used once in a session. Default: the engine gives one. */
  readonly id?: string;
  /** Who is asked about calls of this message. Default: the runtime's. */
  readonly asker?: Asker;
  /** Aborting it cancels every call of the message. */
  readonly signal?: AbortSignal;
  /** Called with each event of the message, as a run would tell it. Must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** A call as a program adds it: `input`, or `inputText` with the raw JSON. */
export type AddedCall = { readonly id: string; readonly name: string } & (
  | { readonly input: unknown; readonly inputText?: undefined }
  | { readonly inputText: string; readonly input?: undefined }
);

/** The whole result of one call, within the call's own bounds. */
export interface CallResult {
  readonly id: string;
  readonly name: string;
  readonly content: readonly ContentBlock[];
  readonly text: string;
  readonly isError: boolean;
  readonly code: OutcomeCode;
  readonly outcome: Outcome;
  readonly data: unknown;
  readonly clientView: unknown;
  readonly metadata: JsonObject | undefined;
}

/** Its promises never reject, read or not. */
export interface OpenCall {
  readonly id: string;
  /** Before the call runs: may it? `denied` also for a call that can't run. */
  readonly decision: Promise<'allowed' | 'asked' | 'denied'>;
  /**
   * As soon as the call has settled, whatever earlier calls do. Reading it pins the result: where a person changes the input
   * of an earlier call, a call whose result was handed out is not run again.
   */
  readonly result: Promise<CallResult>;
  /** What the tool yields, until the call has settled. A slow reader gets the latest. */
  readonly progress: AsyncIterable<unknown>;
  /** Cancels this call alone. The reason is for the model. */
  cancel(reason: string): void;
}

/** What a message has come to. */
export interface EndedMessage {
  /** In the order of the calls, within the budget of the message. */
  readonly results: readonly ToolResultBlock[];
  /** Ready to send: the results, then what hooks and tools add. Undefined: there was no call, or the message was discarded. */
  readonly message: Extract<RunEventBody, { type: 'message' }>['message'] | undefined;
  /** What hooks, tasks and tools add, as they said it. */
  readonly context: readonly string[];
  /** A hook, or a person who declined without a word, wants the loop to end here. */
  readonly stop: { readonly reason: string } | undefined;
  /** Discarded: effects that had already happened, for the model. */
  readonly note: string | undefined;
}

/** One assistant message that grows. It ends with the runtime if nobody ends it. */
export interface MessageHandle {
  /** Undefined until the first call where a session goes on. */
  readonly id: string | undefined;
  /**
   * At once, with its whole input. The same id with the same name and input is the same call.
   * @throws TypeError for an id that is empty, or was used with another input.
   * @throws Error after `end` or `discard`.
   */
  add(call: AddedCall): OpenCall;
  /** Nothing more comes. Resolves when all calls have settled. Called again, it gives the same. */
  end(how?: { readonly stopReason?: string; readonly lastBlockIsCall?: boolean }): Promise<EndedMessage>;
  /** The stream failed and is asked again: what was added is taken back. */
  discard(): Promise<EndedMessage>;
}

/** As the runtime has it. */
export interface OwnedHandle extends MessageHandle {
  /** The runtime ends: running calls are stopped. */
  shutDown(): Promise<void>;
}

const NOTHING: EndedMessage = {
  results: [],
  message: undefined,
  context: [],
  stop: undefined,
  note: undefined,
};

export function openMessage(
  engine: Engine,
  scheduler: Scheduler<Call>,
  nextMessageId: () => string,
  options: MessageOptions,
  onDone: () => void,
): OwnedHandle {
  const { signal, onEvent } = options;
  const calls = new Map<string, { readonly call: OpenCallState; readonly added: AddedCall }>();
  const { promise: done, resolve } = Promise.withResolvers<EndedMessage>();
  const unlisten = onEvent && engine.announcements?.listen((event, time) => push(event, time));
  let sequence = 0;
  let ended = NOTHING;
  let message: Message | undefined;
  let isOver = false;

  const push = (body: RunEventBody, time = engine.clock.now()): void => {
    if (body.type === 'progress' && body.parentCallId === undefined) {
      calls.get(body.callId)?.call.progressed(body.data);
    } else if (body.type === 'message') {
      const { results, additionalContext: context, stop } = body;
      ended = { results, message: body.message, context, stop, note: undefined };
    } else if (body.type === 'discarded') ended = { ...NOTHING, note: body.note };
    onEvent?.({ ...body, sequence: (sequence += 1), time });
  };
  const pushState = (call: Call, status: CallStatus, time: number): void => {
    if (call.parent === undefined) calls.get(call.id)?.call.moved(call, status);
    if (onEvent === undefined) return;
    const { attempt, id: callId, name: toolName, group } = call;
    const ids = { callId, messageId: group.messageId, toolName, parentCallId: call.parent?.id };
    push({ type: 'call-state', status, attempt, ...ids }, time);
  };

  const abort = (): void => message?.interrupt({ kind: 'user-cancel' });

  const others = engine.subscriptions;
  const sink = {
    push(body: RunEventBody, time?: number): void {
      push(body, time);
      others.push(body, time);
    },
    pushState(call: Call, status: CallStatus, time: number): void {
      pushState(call, status, time);
      others.pushState(call, status, time);
    },
    pushInProgress: () => others.pushInProgress(),
  };
  const onMessageDone = (): void => {
    signal?.removeEventListener('abort', abort);
    unlisten?.();
    resolve(ended);
    onDone();
  };
  const open = (first?: AddedCall): Message => {
    if (message !== undefined) return message;
    const journaled =
      first === undefined || options.id !== undefined
        ? undefined
        : engine.resumption?.takeMatching(first.id, first.name);
    message = createMessage(
      engine,
      journaled?.messageId ?? options.id ?? nextMessageId(),
      scheduler,
      sink,
      onMessageDone,
      journaled && { message: journaled, isFedAgain: true },
      options.id !== undefined,
      {
        asker: options.asker && engine.askerOf(options.asker),
        onSettled: (call) => calls.get(call.id)?.call.settled(),
        onAllowed: (call) => calls.get(call.id)?.call.decided('allowed'),
      },
    );
    if (signal?.aborted === true) abort();
    void live(message);
    return message;
  };
  /** What a resumed session left open gets its results before anything new. */
  const live = async (opened: Message): Promise<void> => {
    if (engine.resumption !== undefined && calls.size > 0) {
      const events = startRun(engine, scheduler, nextMessageId, [])[Symbol.asyncIterator]();
      while ((await events.next()).done !== true);
    }
    opened.goLive();
  };

  if (engine.resumption === undefined) open();
  signal?.addEventListener('abort', abort, { once: true });

  const handle: OwnedHandle = {
    get id() {
      return message?.id;
    },
    add(added) {
      const known = calls.get(added.id);
      if (known !== undefined) {
        if (known.added.name === added.name && isSameInput(inputOf(known.added), inputOf(added)))
          return known.call;
        throw new TypeError(
          `The id ${JSON.stringify(added.id)} was used with another input. Ids must be unique in a message.`,
        );
      }
      if (isOver) throw new Error('This message has ended: open another one with runtime.openMessage().');
      if (typeof added.id !== 'string' || added.id === '') {
        throw new TypeError('A call needs an "id", a text that is not empty: its result is paired with it.');
      }
      const call = new OpenCallState(added.id);
      calls.set(added.id, { call, added });
      const { id, name } = added;
      const opened = open(added);
      opened.add({ type: 'call', id, name, input: inputOf(added) });
      return call;
    },
    end({ stopReason = 'tool_use', lastBlockIsCall = calls.size > 0 } = {}) {
      if (!isOver) {
        isOver = true;
        open().close({ stopReason, lastBlockIsCall });
      }
      return done;
    },
    discard() {
      if (!isOver) {
        isOver = true;
        open().discard();
      }
      return done;
    },
    async shutDown() {
      message?.interrupt({ kind: 'shutdown' });
      await handle.end({ stopReason: 'shutdown', lastBlockIsCall: false });
    },
  };
  return handle;
}

function inputOf(added: AddedCall): CallInput {
  return added.inputText === undefined
    ? { kind: 'value', value: added.input }
    : { kind: 'text', text: added.inputText };
}

type Decision = 'allowed' | 'asked' | 'denied';

class OpenCallState implements OpenCall {
  readonly id: string;
  #call: Call | undefined;
  #decision: Decision | undefined;
  #result: CallResult | undefined;
  #isResultWanted = false;
  #cancelReason: string | undefined;
  readonly #decided = Promise.withResolvers<Decision>();
  readonly #ended = Promise.withResolvers<CallResult>();
  #latest: { readonly data: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get decision(): Promise<Decision> {
    return this.#decided.promise;
  }

  get result(): Promise<CallResult> {
    this.#isResultWanted = true;
    this.#handOut();
    return this.#ended.promise;
  }

  get progress(): AsyncIterable<unknown> {
    return this.#read();
  }

  cancel(reason: string): void {
    this.#cancelReason ??= reason;
    if (this.#call !== undefined) cancel(this.#call, { kind: 'program', message: this.#cancelReason });
  }

  decided(decision: Decision): void {
    if (this.#decision !== undefined) return;
    this.#decision = decision;
    this.#decided.resolve(decision);
  }

  moved(call: Call, status: CallStatus): void {
    this.#call = call;
    if (status === 'queued' && this.#cancelReason !== undefined) this.cancel(this.#cancelReason);
    if (status === 'awaiting-permission') this.decided('asked');
    else if (status === 'executing') this.decided('allowed');
    else if (status === 'released') this.#handOut();
  }

  settled(): void {
    this.decided(this.#call?.hasStarted === true ? 'allowed' : 'denied');
    this.#wake?.();
    if (this.#isResultWanted) this.#handOut();
  }

  progressed(data: unknown): void {
    this.#latest = { data };
    this.#wake?.();
  }

  /** A result that was handed out stands: the call is not run again, and no reference takes its place. */
  #handOut(): void {
    const call = this.#call;
    const settled = call?.result;
    if (this.#result !== undefined || call === undefined || settled === undefined) return;
    if (call.state.status !== 'settled' && call.state.status !== 'released') return;
    if (this.#isResultWanted && call.state.status === 'settled') call.isHandedOut = true;
    const { content, outcome, isError, data, clientView, metadata } = settled;
    this.#result = {
      id: call.id,
      name: call.name,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      text: textOf(content),
      isError,
      code: outcome.code,
      outcome,
      data,
      clientView,
      metadata,
    };
    this.#ended.resolve(this.#result);
  }

  async *#read(): AsyncGenerator {
    for (;;) {
      const latest = this.#latest;
      this.#latest = undefined;
      if (latest !== undefined) yield latest.data;
      else if (this.#call?.result !== undefined) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
