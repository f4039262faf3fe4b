import type { Call } from '../engine/call.ts';
import type { CallStatus } from '../engine/state.ts';
import { givenInput } from '../data/given-input.ts';
import type { Asker } from '../permission/asker.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { ToolCall } from './batch.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunEvent, RunEventBody } from '../engine/events.ts';
import type { ToolResultBlock } from '../data/content.ts';
import { createMessage, type Message } from './message.ts';
import { TrackedCall, type OpenCall } from './open-call.ts';
import { isSameInput } from '../engine/resumption.ts';
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
  add(call: ToolCall): OpenCall;
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
  const calls = new Map<string, { readonly call: TrackedCall; readonly added: ToolCall }>();
  const { promise: done, resolve } = Promise.withResolvers<EndedMessage>();
  const unlisten = onEvent && engine.events.announcements?.listen((event, time) => push(event, time));
  let sequence = 0;
  let ended = NOTHING;
  let message: Message | undefined;
  let isOver = false;

  const push = (body: RunEventBody, time = engine.ports.clock.now()): void => {
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
    push({ type: 'call-state', status, attempt: attempt.number, ...ids }, time);
  };

  const abort = (): void => message?.interrupt({ kind: 'user-cancel' });

  const others = engine.events.subscriptions;
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
  const open = (first?: ToolCall): Message => {
    if (message !== undefined) return message;
    const journaled =
      first === undefined || options.id !== undefined
        ? undefined
        : engine.resume.remaining?.takeMatching(first.id, first.name);
    message = createMessage(
      engine,
      journaled?.messageId ?? options.id ?? nextMessageId(),
      scheduler,
      sink,
      onMessageDone,
      journaled && { message: journaled, isFedAgain: true },
      options.id !== undefined,
      {
        asker: options.asker && engine.permission.askerOf(options.asker),
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
    if (engine.resume.remaining !== undefined && calls.size > 0) {
      const events = startRun(engine, scheduler, nextMessageId, [])[Symbol.asyncIterator]();
      while ((await events.next()).done !== true);
    }
    opened.goLive();
  };

  if (engine.resume.remaining === undefined) open();
  signal?.addEventListener('abort', abort, { once: true });

  const handle: OwnedHandle = {
    get id() {
      return message?.id;
    },
    add(added) {
      const known = calls.get(added.id);
      if (known !== undefined) {
        if (known.added.name === added.name && isSameInput(givenInput(known.added), givenInput(added)))
          return known.call;
        throw new TypeError(
          `The id ${JSON.stringify(added.id)} was used with another input. Ids must be unique in a message.`,
        );
      }
      if (isOver) throw new Error('This message has ended: open another one with runtime.openMessage().');
      if (typeof added.id !== 'string' || added.id === '') {
        throw new TypeError('A call needs an "id", a text that is not empty: its result is paired with it.');
      }
      const call = new TrackedCall(added.id);
      calls.set(added.id, { call, added });
      open(added).add({ ...added, type: 'call' });
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
