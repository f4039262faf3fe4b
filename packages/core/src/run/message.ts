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
import type { ToolResultBlock } from '../data/content.ts';
import type { FeedItem } from '../data/feed.ts';
import { finishDiscarded, finishMessage, resultBlock } from './finish-message.ts';
import type { Group } from '../engine/call.ts';

type CallItem = Extract<FeedItem, { type: 'call' }>;

/**
 * The calls of one assistant message, from the first block to the message with their results. What changes is asked by
 * functions: V8 makes a getter in a literal among the old objects at once, and it would keep all that it can see, every
 * call and result of the message, until the next full collection.
 */
export interface Message {
  readonly id: string;
  readonly group: Group;
  isClosed(): boolean;
  add(item: CallItem): void;
  /** Nothing more will be added. */
  close(end: { readonly stopReason: string | undefined; readonly lastBlockIsCall: boolean }): void;
  /** The messages before it are done: its calls may begin. */
  goLive(): void;
  interrupt(reason: CancelReason): void;
  discard(): void;
}

const CUT_OFF: Exclude<Outcome, { code: 'ok' }> = {
  code: 'invalid-input',
  stage: 'max-tokens',
  issues: [],
  message:
    'The message reached its token limit inside or right after this call, so that its input may be incomplete. It did not run; make the call again, in smaller parts if need be.',
};

export function createMessage(
  engine: Engine,
  id: string,
  scheduler: Scheduler<Call>,
  queue: Pick<EventQueue, 'push' | 'pushState' | 'pushInProgress'>,
  /** `isLast`: a hook wants nothing to follow this message. */
  onDone: (isLast: boolean) => void,
  resumed?: { readonly message: JournaledMessage; readonly isFedAgain: boolean },
  /** The feed has given it its id: a model has just written it, so that no call in it was ever begun. */
  isNew = false,
  own: Pick<Group, 'asker' | 'onAllowed'> & { readonly onSettled?: (call: Call) => void } = {},
): Message {
  const held: CallItem[] = [];
  const ids = new Set<string>();
  /** Set when the model will not be asked again. */
  const over = new AbortController();
  let isLive = false;
  let isClosed = false;
  let isDone = false;
  let releasedCount = 0;
  let addedCount = 0;
  let intake: Promise<unknown> | undefined;
  let isLastCutOff = false;
  let handedOut: string[] = [];
  /** The call of the last block, where that was one that can run. */
  let lastId: string | undefined;

  const group = createGroup(engine, {
    messageId: id,
    parent: undefined,
    scheduler,
    emit: (body) => queue.push(body),
    emitState: (call, status, time) => queue.pushState(call, status, time),
    tellInProgress: () => queue.pushInProgress(),
    asker: own.asker,
    onAllowed: own.onAllowed,
    onSettled: (call) => {
      own.onSettled?.(call);
      release();
    },
    isAlone: () => (addedCount > 1 ? 'no' : isClosed ? 'yes' : 'unknown'),
  });

  /** Hands out results in call order, as far as they are there. */
  const release = (): void => {
    for (;;) {
      const call = group.calls[releasedCount];
      if (call?.state.status !== 'settled' || call.result === undefined) break;
      releasedCount += 1;
      releaseCall(call);
    }
    finishIfComplete();
  };

  const releaseCall = (call: Call): void => {
    const { result } = call;
    if (result === undefined) return;
    move(engine, call, 'settled', { status: 'released', outcome: result.outcome });
    applyLateChange(engine, call);
    const reference =
      result.isError || result.isReplaced || call.isHandedOut
        ? undefined
        : engine.results.deduplicator.find(result.content, id);
    call.shown = reference ?? result.content;
    const view = reference === undefined ? result.clientView : unchangedClientView(call);
    queue.push(resultEvent(call, resultBlock(call, call.shown), view));
  };

  const finishIfComplete = (): void => {
    if (isDone || !isClosed || !isLive || held.length > 0 || intake !== undefined) return;
    if (releasedCount < group.calls.length) return;
    isDone = true;
    let isLast = false;
    const send = (body: RunEventBody): void => {
      isLast ||= body.type === 'message' && body.stop !== undefined;
      queue.push(body);
    };
    if (group.isDiscarded) {
      finishDiscarded(engine, group, handedOut, send);
      onDone(isLast);
    } else
      void finishMessage(engine, id, group.calls, resumed?.message, over.signal, send).then(() =>
        onDone(isLast),
      );
  };

  const take = (item: CallItem): void => {
    lastId = undefined;
    if (item.id === undefined || item.id === '') {
      const message = `A call of ${JSON.stringify(item.name)} has no id: no result can be paired with it, and it did not run. Give each tool_use an "id".`;
      queue.push({ type: 'error', code: 'missing-id', message, callId: undefined, line: undefined });
      return;
    }
    if (ids.has(item.id)) {
      const message = `The id ${JSON.stringify(item.id.slice(0, 200))} came twice in one message: the second call did not run. Ids must be unique in a message.`;
      queue.push({ type: 'error', code: 'duplicate-id', message, callId: item.id, line: undefined });
      return;
    }
    ids.add(item.id);
    lastId = item.id;
    const incoming: Incoming = {
      id: item.id,
      name: item.name,
      input: givenInput(item),
      // Looked at when its turn to be received has come.
      refusal: () => (isLastCutOff && lastId === item.id && held.length <= 1 ? CUT_OFF : undefined),
    };
    const journaled = resumed?.message.calls.find(({ callId }) => callId === incoming.id);
    const add = (): Promise<unknown> | undefined => {
      const received =
        resumed !== undefined && journaled !== undefined
          ? receiveJournaled(engine, group, incoming, journaled, resumed.isFedAgain, receiveUnknown)
          : isNew || engine.resume.remaining === undefined
            ? receive(engine, group, incoming)
            : receiveUnknown(engine, group, incoming);
      return received instanceof Promise ? received : undefined;
    };
    const pending = intake === undefined ? add() : intake.then(add);
    if (pending === undefined) return;
    intake = pending;
    void pending.then(() => {
      if (intake !== pending) return;
      intake = undefined;
      finishIfComplete();
    });
  };

  const flush = (): void => {
    if (!isLive || (engine.schedule.startAt === 'message' && !isClosed)) return;
    for (let item = held[0]; item !== undefined; item = held[0]) {
      take(item);
      // Only now, so that a call that settles at once does not look like the last.
      held.shift();
    }
    finishIfComplete();
  };

  /** A first call that a hook puts off waits to learn whether another one follows. */
  const wakeDeferred = (): void => {
    const [first] = group.calls;
    if (first?.verdicts.hook?.decision === 'defer') notify(first);
  };

  return {
    id,
    group,
    isClosed: () => isClosed,
    add(item) {
      held.push(item);
      addedCount += 1;
      wakeDeferred();
      flush();
    },
    close({ stopReason, lastBlockIsCall }) {
      if (isClosed) return;
      isClosed = true;
      wakeDeferred();
      isLastCutOff = stopReason === 'max_tokens' && lastBlockIsCall;
      const last = group.calls.find((call) => call.id === lastId);
      if (isLastCutOff && held.length === 0 && last !== undefined) refuse(last);
      flush();
    },
    goLive() {
      isLive = true;
      flush();
    },
    interrupt(reason) {
      if (reason.kind !== 'user-message') over.abort();
      interruptGroup(group, reason);
    },
    discard() {
      group.isDiscarded = true;
      isClosed = true;
      engine.ports.journal.write({ type: 'discarded', messageId: id });
      handedOut = group.calls.slice(0, releasedCount).map((call) => call.id);
      for (const call of group.calls) call.isDiscarded = true;
      interruptGroup(group, { kind: 'stream-retracted' });
      flush();
    },
  };
}

/** The last call of a message that was cut off: unless it already runs, it must not. */
function refuse(last: Call): void {
  if (!isUnsettled(last) || last.hasStarted) return;
  last.forced ??= CUT_OFF;
  notify(last);
}

function resultEvent(call: Call, result: ToolResultBlock, clientView: unknown): RunEventBody {
  const settled = call.result;
  if (settled === undefined) throw new Error(`The call ${call.id} was released without a result.`);
  return {
    type: 'tool-result',
    result,
    outcome: settled.outcome,
    clientView,
    metadata: settled.metadata,
    record: settled.record,
    isDiscarded: call.isDiscarded,
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    parentCallId: undefined,
  };
}
