import type { ToolPool } from '../pool/pool.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import { createEngine } from './create-engine.ts';
import { createCallScheduler } from './create-group.ts';
import { batch, type ToolCall } from './batch.ts';
import type { FeedItem } from './feed.ts';
import type { RuntimeOptions } from './options.ts';
import { planBatches, type PlannedMessage } from './plan.ts';
import { startRun, type Run } from './run.ts';
import type { SubscribeOptions, Subscription } from './subscriptions.ts';

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
  /** What would happen, without running anything: see `planBatches`. */
  planBatches(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Promise<readonly PlannedMessage[]>;
  /** The model has seen the schema of a deferred tool. */
  markLoaded(toolName: string): void;
}

/** @throws RangeError when `maxConcurrency` is not a positive whole number. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const engine = createEngine(options);
  const scheduler = createCallScheduler(engine);
  let messageCount = engine.resumption?.lastNumber ?? 0;
  const nextMessageId = (): string => {
    messageCount += 1;
    return `message-${messageCount}`;
  };
  engine.journal.write({ type: 'session', sessionId: options.sessionId ?? 'session', cwd: options.cwd });

  return {
    pool: engine.pool,
    ledger: engine.ledger,
    get session() {
      return engine.session;
    },
    state: engine.state,
    run: (feed) => startRun(engine, scheduler, nextMessageId, 'length' in feed ? batch(feed) : feed),
    subscribe: (listening) => engine.subscriptions.subscribe(listening),
    planBatches: (feed) => planBatches({ ...options, tools: engine.pool }, feed),
    markLoaded: (toolName) => void engine.loadedTools.add(toolName),
  };
}
