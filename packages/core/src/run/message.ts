import { interruptGroup } from '../call/cancel.ts';
import type { Call } from '../engine/call.ts';
import { isUnsettled, notify } from '../engine/call.ts';
import { applyLateChange } from '../call/finish/change-context.ts';
import { move } from '../call/move.ts';
import type { CancelReason, Outcome } from '../data/outcome.ts';
import { unchangedClientView } from '../call/finish/map-result.ts';
import { receive, type Incoming } from '../call/receive/receive.ts';
import { givenInput } from '../data/given-input.ts';
import type { JournaledMessage } from '../journal/session.ts';
import { receiveJournaled } from '../call/receive/receive-journaled.ts';
import { receiveUnknown } from '../call/receive/receive-unknown.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import { createGroup } from './create-group.ts';
import type { Engine } from '../engine/engine.ts';
import type { EventQueue } from '../engine/event-queue.ts';
import type { RunEventBody } from '../engine/events.ts';
import type { FeedItem } from '../data/feed.ts';
import { refusedOutcome, type Refusal } from '../data/refusal.ts';
import { finishDiscarded, finishMessage, resultBlock } from './finish-message.ts';
import { resultEvent } from './result-event.ts';
import type { SettledResult } from '../engine/settled-result.ts';
import type { Group } from '../engine/call.ts';

/** A call, and why its program refuses it. */
type CallItem = Extract<FeedItem, { type: 'call' }> & { readonly refusal?: Refusal | undefined };

/** The calls of one assistant message, from the first block to the message with their results. */
export interface Message {
  readonly id: string;
  readonly group: Group;
  isClosed(): boolean;
  add(item: CallItem): void;
  /** Nothing more will be added. */
  close(end: { readonly stopReason: string | undefined; readonly lastBlockIsCall: boolean }): void;
  /** The messages before it are done: its calls may start. */
  goLive(): void;
  interrupt(reason: CancelReason): void;
  discard(): void;
}

const CUT_OFF: Exclude<Outcome, { code: 'ok' }> = {
  code: 'invalid-input',
  stage: 'max-tokens',
  issues: [],
  message:
    'The message reached its token limit inside or right after this call, so that its input may be incomplete. It did not run; make the call again, in smaller parts if necessary.',
};

/** What a message begins with. */
export interface MessageStart {
  readonly id: string;
  readonly scheduler: Scheduler<Call>;
  readonly queue: Pick<EventQueue, 'push' | 'pushState' | 'pushInProgress'>;
  /** `isLast`: a hook wants nothing to follow this message. */
  readonly onDone: (isLast: boolean) => void;
  /** What the journal of the session that goes on tells of it. */
  readonly resumed?: { readonly message: JournaledMessage; readonly isFedAgain: boolean } | undefined;
  /** The feed has given it its id: a model has just written it, so that no call in it was ever begun. Default false. */
  readonly isNew?: boolean;
  readonly asker?: Group['asker'];
  readonly asks?: Group['asks'];
  readonly onAllowed?: Group['onAllowed'];
  readonly onSettled?: (call: Call) => void;
}

export function createMessage(engine: Engine, start: MessageStart): Message {
  return new CallMessage(engine, start);
}

class CallMessage implements Message {
  readonly id: string;
  readonly group: Group;
  readonly #engine: Engine;
  readonly #start: MessageStart;
  readonly #held: CallItem[] = [];
  readonly #ids = new Set<string>();
  /** Set if the model will not be called again. */
  readonly #over = new AbortController();
  #isLive = false;
  #isClosed = false;
  #isDone = false;
  #releasedCount = 0;
  #addedCount = 0;
  #intake: Promise<unknown> | undefined;
  #isLastCutOff = false;
  #handedOut: readonly string[] = [];
  /** The call of the last block, if that was one that can run. */
  #lastId: string | undefined;

  constructor(engine: Engine, start: MessageStart) {
    const { id, scheduler, queue, asker, asks, onAllowed, onSettled } = start;
    this.id = id;
    this.#engine = engine;
    this.#start = start;
    this.group = createGroup(engine, {
      messageId: id,
      parent: undefined,
      scheduler,
      emit: (body) => queue.push(body),
      emitState: (call, status, time) => queue.pushState(call, status, time),
      notifyInProgress: () => queue.pushInProgress(),
      asker,
      asks,
      onAllowed,
      onSettled: (call) => {
        onSettled?.(call);
        this.#release();
      },
      isAlone: () => (this.#addedCount > 1 ? 'no' : this.#isClosed ? 'yes' : 'unknown'),
    });
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  add(item: CallItem): void {
    this.#held.push(item);
    this.#addedCount += 1;
    this.#wakeDeferred();
    this.#flush();
  }

  close({ stopReason, lastBlockIsCall }: Parameters<Message['close']>[0]): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wakeDeferred();
    this.#isLastCutOff = stopReason === 'max_tokens' && lastBlockIsCall;
    const last = this.group.calls.find((call) => call.id === this.#lastId);
    if (this.#isLastCutOff && this.#held.length === 0 && last !== undefined) refuse(last);
    this.#flush();
  }

  goLive(): void {
    this.#isLive = true;
    this.#flush();
  }

  interrupt(reason: CancelReason): void {
    if (reason.kind !== 'user-message') this.#over.abort();
    interruptGroup(this.group, reason);
  }

  discard(): void {
    const { group } = this;
    group.isDiscarded = true;
    this.#isClosed = true;
    this.#engine.ports.journal.write({ type: 'discarded', messageId: this.id });
    this.#handedOut = group.calls.slice(0, this.#releasedCount).map((call) => call.id);
    for (const call of group.calls) call.isDiscarded = true;
    interruptGroup(group, { kind: 'stream-retracted' });
    this.#flush();
  }

  /** Takes up the calls that were added, once they may begin. */
  #flush(): void {
    if (!this.#isLive || (this.#engine.schedule.startAt === 'message' && !this.#isClosed)) return;
    for (let item = this.#held[0]; item !== undefined; item = this.#held[0]) {
      this.#take(item);
      // Only now, so that a call that settles at once does not look like the last.
      this.#held.shift();
    }
    this.#finishIfComplete();
  }

  #take(item: CallItem): void {
    this.#lastId = undefined;
    if (!this.#hasGoodId(item)) return;
    this.#ids.add(item.id);
    this.#lastId = item.id;
    const incoming: Incoming = {
      id: item.id,
      name: item.name,
      input: givenInput(item),
      // Checked when it is its turn to be received.
      refusal: () => {
        if (item.refusal !== undefined) return refusedOutcome(item.refusal);
        return this.#isLastCutOff && this.#lastId === item.id && this.#held.length <= 1 ? CUT_OFF : undefined;
      },
    };
    const add = (): Promise<unknown> | undefined => {
      const received = this.#receive(incoming);
      return received instanceof Promise ? received : undefined;
    };
    const pending = this.#intake === undefined ? add() : this.#intake.then(add);
    if (pending === undefined) return;
    this.#intake = pending;
    void pending.then(() => {
      if (this.#intake !== pending) return;
      this.#intake = undefined;
      this.#finishIfComplete();
    });
  }

  #receive(incoming: Incoming): Call | Promise<Call> {
    const { resumed, isNew } = this.#start;
    const journaled = resumed?.message.calls.find(({ callId }) => callId === incoming.id);
    if (resumed !== undefined && journaled !== undefined) {
      const { isFedAgain } = resumed;
      return receiveJournaled(this.#engine, this.group, incoming, journaled, isFedAgain, receiveUnknown);
    }
    const isKnownToBeNew = isNew === true || this.#engine.resume.remaining === undefined;
    return isKnownToBeNew
      ? receive(this.#engine, this.group, incoming)
      : receiveUnknown(this.#engine, this.group, incoming);
  }

  /** Says so where a result could not be paired with the call. */
  #hasGoodId(item: CallItem): item is CallItem & { readonly id: string } {
    const { queue } = this.#start;
    if (item.id === undefined || item.id === '') {
      const message = `A call of ${JSON.stringify(item.name)} has no id: no result can be paired with it, and it did not run. Give each tool_use an "id".`;
      queue.push({ type: 'error', code: 'missing-id', message, callId: undefined, line: undefined });
      return false;
    }
    if (!this.#ids.has(item.id)) return true;
    const message = `The id ${JSON.stringify(item.id.slice(0, 200))} appears twice in one message: the second call did not run. Ids must be unique in a message.`;
    queue.push({ type: 'error', code: 'duplicate-id', message, callId: item.id, line: undefined });
    return false;
  }

  /** Delivers the results that are there, in call order. */
  #release(): void {
    for (;;) {
      const call = this.group.calls[this.#releasedCount];
      if (call?.state.status !== 'settled' || call.result === undefined) break;
      this.#releasedCount += 1;
      this.#releaseCall(call, call.result);
    }
    this.#finishIfComplete();
  }

  #releaseCall(call: Call, result: SettledResult): void {
    move(this.#engine, call, 'settled', { status: 'released', outcome: result.outcome });
    applyLateChange(this.#engine, call);
    const reference =
      result.isError || result.isReplaced || call.isHandedOut
        ? undefined
        : this.#engine.results.deduplicator.find(result.content, this.id);
    call.shown = reference ?? result.content;
    const view = reference === undefined ? result.clientView : unchangedClientView(call);
    this.#start.queue.push(resultEvent(call, resultBlock(call, call.shown), view));
    forgetData(call, result);
  }

  #finishIfComplete(): void {
    const { group } = this;
    if (this.#isDone || !this.#isClosed || !this.#isLive) return;
    if (this.#held.length > 0 || this.#intake !== undefined) return;
    if (this.#releasedCount < group.calls.length) return;
    this.#isDone = true;
    const { queue, onDone, resumed } = this.#start;
    let isLast = false;
    const send = (body: RunEventBody): void => {
      isLast ||= body.type === 'message' && body.stop !== undefined;
      queue.push(body);
    };
    if (group.isDiscarded) {
      finishDiscarded(this.#engine, group, this.#handedOut, send);
      onDone(isLast);
      return;
    }
    const finishing = finishMessage(
      this.#engine,
      this.id,
      group.calls,
      resumed?.message,
      this.#over.signal,
      send,
    );
    void finishing.then(() => onDone(isLast));
  }

  /** A first call that a hook defers waits to learn whether another one follows. */
  #wakeDeferred(): void {
    const [first] = this.group.calls;
    if (first?.verdicts.hook?.decision === 'defer') notify(first);
  }
}

/**
 * Until its message ends, a call that has been released keeps what the model sees, and its data only where that may still be shortened: a
 * message may have thousands of calls.
 */
function forgetData({ attempt, tool }: Call, result: SettledResult): void {
  const mayShorten = tool?.shorten !== undefined && result.outcome.code === 'ok';
  attempt.ran = undefined;
  attempt.result = { ...result, data: mayShorten ? result.data : undefined, clientView: undefined };
}

/** The last call of a truncated message: unless it already runs, it must not. */
function refuse(last: Call): void {
  if (!isUnsettled(last) || last.hasStarted) return;
  last.forced ??= CUT_OFF;
  notify(last);
}
