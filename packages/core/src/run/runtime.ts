import type { LoadedTools } from '../pool/loaded-tools.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import { createEngine } from './create-engine.ts';
import { createCallScheduler } from './create-group.ts';
import { batch, type ToolCall } from './batch.ts';
import { AgentFamily } from '../engine/agent-family.ts';
import type { FeedItem } from '../data/feed.ts';
import { forkOptions, type ForkOptions } from './fork.ts';
import type { RuntimeOptions } from '../engine/options.ts';
import { decidePurely, type CallToDecide } from '../call/decide/decide-purely.ts';
import type { PureDecision } from '../permission/decision.ts';
import { openMessage, type MessageHandle, type MessageOptions, type OwnedHandle } from './message-handle.ts';
import { planBatches, type PlannedMessage } from './plan.ts';
import { startRun, type Run } from './run.ts';
import type { SubscribeOptions, Subscription } from '../engine/subscriptions.ts';

/** Carries out tool calls: one for a session, with what its calls share. */
export interface Runtime {
  readonly pool: ToolPool;
  readonly ledger: ReadLedger;
  readonly session: SessionContext;
  /** The same, to be changed: as `root`, for the engine of an agent that a call opens. */
  readonly state: SessionState;
  /** Runs the calls of one finished message, or whatever a feed delivers while it delivers it. */
  run(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Run;
  /** Listens to the events of all runs and to what happens beside them. Any number of listeners, none of which holds up another. */
  subscribe(options: SubscribeOptions): Subscription;
  /** One message that grows: its calls are added one by one, and each is a handle of its own. */
  openMessage(options?: MessageOptions): MessageHandle;
  /**
   * How a call would be decided now: validation, rules, mode, the tool's own check. No hooks, nobody is asked, nothing is
   * changed. An `allow` may still become an ask by a hook: the handle's `decision` tells. With nobody to ask, `ask` is `deny`.
   */
  decide(call: CallToDecide): Promise<PureDecision>;
  /** Ends the messages that are still open: their running calls are stopped. */
  endMessages(): Promise<void>;
  /** What would happen, without running anything: see `planBatches`. */
  planBatches(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Promise<readonly PlannedMessage[]>;
  /**
   * The runtime of an agent beside this one's: an engine of its own with its own ledger, session context, pool and journal,
   * whose permission follows this one's. No two agents write one file at once: from the start of its work until it has
   * settled, a call holds its paths against the calls of other agents. While it waits for a person, for a call that it
   * makes or for anything else (`idle`), it holds none; a call that opens an agent (`parentCallId`) holds none any more.
   */
  fork(options: ForkOptions): Runtime;
  /** Deferred tools whose definitions the model has seen: a journal keeps them, and a program that resumes restores them. */
  readonly loadedTools: LoadedTools;
  /** The model has seen the schema of a deferred tool. The same as `loadedTools.add`, for a program that keeps no hashes. */
  markLoaded(toolName: string): void;
}

/** @throws RangeError when `maxConcurrency` is not a positive whole number. */
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
    run: (feed) => startRun(context, 'length' in feed ? batch(feed) : feed),
    subscribe: (listening) => engine.events.subscriptions.subscribe(listening),
    openMessage(given = {}) {
      const handle = openMessage(context, given, () => void open.delete(handle));
      open.add(handle);
      return handle;
    },
    decide: (call) => decidePurely(engine, call),
    async endMessages() {
      await Promise.all([...open].map((handle) => handle.shutDown()));
    },
    planBatches: (feed) => planBatches({ ...options, tools: engine.tools.pool }, feed),
    fork: (own) => runtimeOf(forkOptions(engine, options, own), family),
    loadedTools: engine.tools.loaded,
    markLoaded: (toolName) => void engine.tools.loaded.add([[toolName, '']]),
  };
}
