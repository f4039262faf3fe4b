import type { Call } from '../engine/call.ts';
import type { CallStatus } from '../engine/state.ts';
import { givenInput } from '../data/given-input.ts';
import type { Refusal } from '../data/refusal.ts';
import type { ToolCall } from './batch.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunEventBody } from '../engine/events.ts';
import type { ToolResultBlock } from '../data/content.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { OpenAskedCall } from '../engine/open-asked-call.ts';
import { checkMessageEnd } from './check-run-options.ts';
import type { MessageEnd, MessageOptions } from './message-options.ts';
import { createMessage, type Message } from './message.ts';
import { TrackedCall, type OpenCall } from './open-call.ts';
import { isSameInput } from '../engine/resumption.ts';
import { startRun, type RunContext } from './run.ts';
import { CallStateEvent, type EventQueue } from '../engine/event-queue.ts';

/** The result of a message. */
export interface EndedMessage {
  /** In call order, within the budget of the message. */
  readonly results: readonly ToolResultBlock[];
  /** Ready to send: the results, then what hooks and tools add. Undefined: there was no call, or the message was discarded. */
  readonly message: Extract<RunEventBody, { type: 'message' }>['message'] | undefined;
  /** What hooks, tasks and tools add, unmarked. */
  readonly context: readonly string[];
  /** A hook, or a person who declined without feedback, wants the loop to end here. */
  readonly stop: { readonly reason: string } | undefined;
  /** Calls that stay open (`asks: 'suspend'`), or wait behind one that does. While there are any, `results` must not go to the model. */
  readonly suspended: readonly OpenAskedCall[];
  /** Discarded: effects that had already happened, for the model. */
  readonly note: string | undefined;
}

/** One growing assistant message. It ends with the runtime if not before. */
export interface MessageHandle {
  /** In a resumed session, undefined until the first call. */
  readonly id: string | undefined;
  /**
   * Adds a call at once, with its whole input. The same id with the same name and input is the same call.
   *
   * @throws TypeError for an id that is empty, or was used with another input.
   * @throws Error after `end` or `discard`.
   */
  add(call: ToolCall): OpenCall;
  /**
   * The same for a call that its program refuses, because its user said no or never approved it: it doesn't run, and is journaled with its
   * result like a call that the engine denies. A call that was added before goes on.
   */
  refuse(call: ToolCall, why: Refusal): OpenCall;
  /**
   * No more calls. Resolves when all calls have settled. Calling it again returns the same promise.
   * @throws TypeError or RangeError for an unknown option or an invalid value
   */
  end(how?: MessageEnd): Promise<EndedMessage>;
  /** The stream failed and is retried: what was added is retracted. */
  discard(): Promise<EndedMessage>;
}

/** Options of a handle that the runtime opens itself. */
interface OwnedOptions extends MessageOptions {
  /** It ended with open calls, and is fed again. */
  readonly reopened?: JournaledMessage;
}

/** The handle as the runtime has it. */
export interface OwnedHandle extends MessageHandle {
  /** The runtime ends: running calls are stopped. */
  shutDown(): Promise<void>;
}

const NOTHING: EndedMessage = {
  results: [],
  message: undefined,
  context: [],
  stop: undefined,
  suspended: [],
  note: undefined,
};

/** @param onDone the message has its results */
export function openMessage(context: RunContext, options: OwnedOptions, onDone: () => void): OwnedHandle {
  return new GrowingMessage(context, options, onDone);
}

class GrowingMessage implements OwnedHandle {
  readonly #context: RunContext;
  readonly #engine: Engine;
  readonly #options: OwnedOptions;
  readonly #onDone: () => void;
  readonly #calls = new Map<string, { readonly call: TrackedCall; readonly added: ToolCall }>();
  readonly #done = Promise.withResolvers<EndedMessage>();
  readonly #unlisten: (() => void) | undefined;
  readonly #abort = (): void => this.#message?.interrupt({ kind: 'user-cancel' });
  #sequence = 0;
  #ended = NOTHING;
  #message: Message | undefined;
  #isOver = false;

  constructor(context: RunContext, options: OwnedOptions, onDone: () => void) {
    const { engine } = context;
    this.#context = context;
    this.#engine = engine;
    this.#options = options;
    this.#onDone = onDone;
    this.#unlisten =
      options.onEvent && engine.events.announcements?.listen((event, time) => this.#push(event, time));
    if (engine.resume.remaining === undefined || options.reopened !== undefined) this.#open();
    options.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  get id(): string | undefined {
    return this.#message?.id;
  }

  add(added: ToolCall): OpenCall {
    return this.#add(added, undefined);
  }

  refuse(added: ToolCall, why: Refusal): OpenCall {
    return this.#add(added, why);
  }

  #add(added: ToolCall, refusal: Refusal | undefined): OpenCall {
    const known = this.#calls.get(added.id);
    if (known !== undefined) {
      if (known.added.name === added.name && isSameInput(givenInput(known.added), givenInput(added)))
        return known.call;
      throw new TypeError(
        `The id ${JSON.stringify(added.id)} was used with another input. Ids must be unique in a message.`,
      );
    }
    if (this.#isOver) throw new Error('This message has ended: open another one with runtime.openMessage().');
    if (typeof added.id !== 'string' || added.id === '') {
      throw new TypeError('A call needs an "id", a non-empty string: its result is paired with it.');
    }
    const asks = this.#options.asks ?? this.#engine.permission.asks;
    const call = new TrackedCall(added.id, asks === 'suspend');
    this.#calls.set(added.id, { call, added });
    this.#open(added).add({ ...added, type: 'call', refusal });
    return call;
  }

  end(how: MessageEnd = {}): Promise<EndedMessage> {
    checkMessageEnd(how);
    const { stopReason = 'tool_use', lastBlockIsCall = this.#calls.size > 0 } = how;
    if (!this.#isOver) {
      this.#isOver = true;
      this.#open().close({ stopReason, lastBlockIsCall });
    }
    return this.#done.promise;
  }

  discard(): Promise<EndedMessage> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#open().discard();
    }
    return this.#done.promise;
  }

  async shutDown(): Promise<void> {
    this.#message?.interrupt({ kind: 'shutdown' });
    await this.end({ stopReason: 'shutdown', lastBlockIsCall: false });
  }

  #open(first?: ToolCall): Message {
    if (this.#message !== undefined) return this.#message;
    const { id, asker, asks, signal } = this.#options;
    const journaled = this.#options.reopened ?? this.#journaled(first);
    const message = createMessage(this.#engine, {
      id: journaled?.messageId ?? id ?? this.#context.nextMessageId(),
      scheduler: this.#context.scheduler,
      queue: this.#sink(),
      onDone: () => this.#messageDone(),
      resumed: journaled && { message: journaled, isFedAgain: true },
      isNew: id !== undefined,
      asks,
      asker: asker && this.#engine.permission.askerOf(asker),
      onSettled: (call) => this.#calls.get(call.id)?.call.settled(),
      onAllowed: (call) => this.#calls.get(call.id)?.call.decided('allowed'),
    });
    this.#message = message;
    if (signal?.aborted === true) this.#abort();
    void this.#live(message);
    return message;
  }

  /** What the resumed session's journal has of the message that begins with this call. */
  #journaled(first: ToolCall | undefined): JournaledMessage | undefined {
    if (first === undefined || this.#options.id !== undefined) return undefined;
    return this.#engine.resume.remaining?.takeMatching(first.id, first.name);
  }

  /** What a resumed session left open gets its results before anything new. */
  async #live(opened: Message): Promise<void> {
    if (this.#engine.resume.remaining !== undefined && this.#calls.size > 0) {
      const events = startRun(this.#context, [])[Symbol.asyncIterator]();
      while ((await events.next()).done !== true);
    }
    opened.goLive();
  }

  #messageDone(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#unlisten?.();
    this.#done.resolve(this.#ended);
    this.#onDone();
  }

  /** Where the message's events go: to its program, and to the listeners of the engine. */
  #sink(): Pick<EventQueue, 'push' | 'pushState' | 'pushInProgress'> {
    const others = this.#engine.events.subscriptions;
    return {
      push: (body, time) => {
        this.#push(body, time);
        others.push(body, time);
      },
      pushState: (call, status, time) => {
        this.#pushState(call, status, time);
        others.pushState(call, status, time);
      },
      pushInProgress: () => others.pushInProgress(),
    };
  }

  #push(body: RunEventBody, time = this.#engine.ports.clock.now()): void {
    if (body.type === 'progress' && body.parentCallId === undefined) {
      this.#calls.get(body.callId)?.call.progressed(body.data);
    } else if (body.type === 'message') {
      const { results, additionalContext: context, stop, suspended = [] } = body;
      const message = suspended.length === 0 ? body.message : undefined;
      this.#ended = { results, message, context, stop, suspended, note: undefined };
    } else if (body.type === 'discarded') this.#ended = { ...NOTHING, note: body.note };
    this.#options.onEvent?.({ ...body, sequence: (this.#sequence += 1), time });
  }

  #pushState(call: Call, status: CallStatus, time: number): void {
    if (call.parent === undefined) this.#calls.get(call.id)?.call.moved(call, status);
    const { onEvent } = this.#options;
    if (onEvent !== undefined) onEvent(new CallStateEvent(call, status, (this.#sequence += 1), time));
  }
}
