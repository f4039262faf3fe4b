import type { LoadedTools } from '../pool/loaded-tools.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import { createEngine } from './create-engine.ts';
import { createCallScheduler } from './create-group.ts';
import { batch, type ToolCall } from './batch.ts';
import { AgentFamily } from '../engine/agent-family.ts';
import type { FeedItem } from '../data/feed.ts';
import { checkFeed, checkForkOptions, checkMessageOptions } from './check-run-options.ts';
import { forkOptions, type ForkOptions } from './fork.ts';
import type { RuntimeOptions } from '../engine/options.ts';
import { conflictOfCalls } from '../call/decide/conflict-of-calls.ts';
import { decidePurely, type CallToDecide } from '../call/decide/decide-purely.ts';
import type { NestedCall } from '../tool/context.ts';
import type { PureDecision } from '../permission/decision.ts';
import { openMessage, type MessageHandle, type OwnedHandle } from './message-handle.ts';
import type { MessageOptions } from './message-options.ts';
import { planBatches, type PlannedMessage } from './plan.ts';
import { answerSuspended, type AnsweredAsk } from './answer-suspended.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { ProgramQuestions } from '../engine/program-questions.ts';
import { pendingAsk, type PendingAsk } from './pending-ask.ts';
import type { SuspendedAnswer } from '../permission/ask/suspended-answer.ts';
import { startRun, type Run } from './run.ts';
import type { SubscribeOptions, Subscription } from '../engine/subscriptions.ts';

/** Runs tool calls: one for a session, with the state that its calls share. */
export interface Runtime {
  readonly pool: ToolPool;
  readonly ledger: ReadLedger;
  readonly session: SessionContext;
  /** The same, mutable: as `root`, for the engine of an agent that a call opens. */
  readonly state: SessionState;
  /**
   * Runs the calls of one complete message, or whatever a feed delivers, as it arrives.
   * @throws TypeError for anything else
   */
  run(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Run;
  /** Listens to the events of all runs and those outside them. Any number of listeners, none of which delays another. */
  subscribe(options: SubscribeOptions): Subscription;
  /**
   * One growing message: its calls are added one by one, and each has its own handle.
   * @throws TypeError or RangeError for an unknown option or an invalid value
   */
  openMessage(options?: MessageOptions): MessageHandle;
  /**
   * How a call would be decided now: validation, rules, mode, the tool's own check. No hooks, no one is asked, nothing changes. An
   * `allow` may still become an ask because of a hook: see the handle's `decision`. With no one to ask, `ask` is `deny`.
   */
  decide(call: CallToDecide): Promise<PureDecision>;
  /**
   * What two calls use in ways that don't go together, such as a path that one writes and the other reads. Empty: they may run side by
   * side. A call that is held back for approval holds back the calls after it that conflict with it. Nothing is run or decided.
   */
  conflict(one: NestedCall, other: NestedCall): Promise<string>;
  /** Calls that stay open until someone answers, also those of the resumed session. */
  pending(): Promise<readonly PendingAsk[]>;
  /**
   * Answers a suspended call. The answer is journaled, everything is decided anew, and the call runs at once, or as soon as the calls before
   * it in its message have been answered. It never runs twice. The first answer counts.
   */
  answer(requestId: string, answer: SuspendedAnswer): Promise<AnsweredAsk>;
  /** For a program that collects approvals by itself, and adds a call only then: binds each approval to the call that was asked about. */
  readonly questions: ProgramQuestions;
  /**
   * The id of the earlier call that a call has to wait for now, because both use the same thing. Undefined: there is no such call, or it
   * waits for something else. Takes time in proportion to the calls that wait: for a few rows on a screen, not for all calls.
   */
  waitsFor(callId: string): string | undefined;
  /** Ends the messages that are still open: their running calls are stopped. */
  endMessages(): Promise<void>;
  /** What would happen, without running anything: see `planBatches`. */
  planBatches(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Promise<readonly PlannedMessage[]>;
  /**
   * The runtime of an agent alongside this one's: its own engine with its own ledger, session context, pool and journal, whose permission
   * follows this one's. No two agents write one file at once: from the start of its work until it has settled, a call holds its paths
   * against the calls of other agents. While it waits for a person, for a call that it makes or for anything else (`idle`), it holds
   * none; a call that opens an agent (`parentCallId`) no longer holds any.
   * @throws TypeError or RangeError for an unknown option or an invalid value
   */
  fork(options: ForkOptions): Runtime;
  /** Deferred tools whose definitions the model has seen: stored in the journal, and restored by a program that resumes. */
  readonly loadedTools: LoadedTools;
  /** The model has seen the schema of a deferred tool. Like `loadedTools.add`, for a program that stores no hashes. */
  markLoaded(toolName: string): void;
}

/** @throws RangeError if `maxConcurrency` is not a positive whole number. */
export function createRuntime(options: RuntimeOptions): Runtime {
  return runtimeOf(options, new AgentFamily());
}

function runtimeOf(options: RuntimeOptions, family: AgentFamily): Runtime {
  const engine = createEngine(options, family);
  const scheduler = createCallScheduler(engine);
  const open = new Set<OwnedHandle>();
  let messageCount = engine.resume.remaining?.lastNumber ?? 0;
  const nextMessageId = (): string => {
    messageCount += 1;
    const id = `message-${messageCount}`;
    return options.agent === undefined ? id : `${options.agent.id}/${id}`;
  };
  const context = { engine, scheduler, nextMessageId };
  const opened = (given: Parameters<typeof openMessage>[1] = {}): OwnedHandle => {
    const handle = openMessage(context, given, () => void open.delete(handle));
    open.add(handle);
    return handle;
  };
  let answering: Promise<unknown> = Promise.resolve();
  engine.ports.journal.write({
    type: 'session',
    sessionId: options.sessionId ?? 'session',
    cwd: options.cwd,
  });

  return {
    pool: engine.tools.pool,
    ledger: engine.results.ledger,
    get session() {
      return engine.session;
    },
    state: engine.agent.state,
    run(feed) {
      checkFeed(feed, 'runtime.run');
      return startRun(context, 'length' in feed ? batch(feed) : feed);
    },
    subscribe: (listening) => engine.events.subscriptions.subscribe(listening),
    openMessage(given = {}) {
      checkMessageOptions(given);
      return opened(given);
    },
    pending: () => Promise.all(engine.suspended.open().map((call) => pendingAsk(engine.ports.store, call))),
    answer(requestId, given) {
      const reopen = (message: JournaledMessage): OwnedHandle => {
        engine.suspended.takeMessage(message.messageId);
        return opened({ reopened: message, asks: 'suspend' });
      };
      // Another answer to the same message has to find it as this one leaves it.
      const answered = answering.then(() => answerSuspended(context, reopen, requestId, given));
      answering = answered.catch(() => {});
      return answered;
    },
    decide: (call) => decidePurely(engine, call),
    conflict: (one, other) => conflictOfCalls(engine, one, other),
    questions: engine.questions,
    waitsFor: (callId) => scheduler.blockerOf(({ id }) => id === callId)?.id,
    async endMessages() {
      await Promise.all([...open].map((handle) => handle.shutDown()));
    },
    async planBatches(feed) {
      checkFeed(feed, 'runtime.planBatches');
      return planBatches({ ...options, tools: engine.tools.pool }, feed);
    },
    fork(own) {
      checkForkOptions(own);
      return runtimeOf(forkOptions(engine, options, own), family);
    },
    loadedTools: engine.tools.loaded,
    markLoaded: (toolName) => void engine.tools.loaded.add([[toolName, '']]),
  };
}
