import { createInputValidator } from '../input/validate.ts';
import { createJournalWriter } from '../journal/writer.ts';
import { assemblePool, type ToolPool } from '../pool/pool.ts';
import { createDeduplicator } from '../result/deduplicate.ts';
import { DEFAULT_MESSAGE_BUDGET } from '../result/message-budget.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import { createSessionLedger } from '../result/session-ledger.ts';
import { createSlots } from '../schedule/slots.ts';
import type { SessionContext } from '../tool/context.ts';
import { createCallScheduler } from './create-group.ts';
import type { Engine } from './engine.ts';
import type { FeedItem } from './feed.ts';
import {
  DEFAULT_CONFLICT_WAIT_MS,
  DEFAULT_GRACE_MS,
  DEFAULT_MAX_CONCURRENCY,
  type RuntimeOptions,
} from './options.ts';
import { startRun, type Run } from './run.ts';

/** A call as a program hands it over. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Carries out tool calls: one for a session, with what its calls share. */
export interface Runtime {
  readonly pool: ToolPool;
  readonly ledger: ReadLedger;
  readonly session: SessionContext;
  /** Runs the calls of one finished message, or whatever a feed delivers while it delivers it. */
  run(feed: readonly ToolCall[] | AsyncIterable<FeedItem>): Run;
  /** The model has seen the schema of a deferred tool. */
  markLoaded(toolName: string): void;
}

/** @throws RangeError when `maxConcurrency` is not a positive whole number. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { ports, permission } = options;
  const maxConcurrency = options.maxConcurrency ?? DEFAULT_MAX_CONCURRENCY;
  if (!Number.isSafeInteger(maxConcurrency) || maxConcurrency < 1) {
    throw new RangeError(`maxConcurrency must be a positive whole number; got ${String(maxConcurrency)}.`);
  }
  const pool = 'tools' in options.tools ? options.tools : assemblePool({ builtIn: options.tools });
  const engine: Engine = {
    pool,
    clock: ports.clock,
    files: ports.files,
    store: ports.store,
    journal: createJournalWriter(ports.journal, ports.store, ports.clock),
    validator: createInputValidator(ports.validator),
    policy: permission.policy,
    permission: permission.state,
    asker: permission.asker,
    hooks: options.hooks ?? [],
    ledger: createSessionLedger(),
    deduplicator: createDeduplicator(options.isStanding ?? (() => false)),
    slots: createSlots(maxConcurrency),
    preparing: createSlots(maxConcurrency * 2),
    scheduling: options.scheduling ?? 'claims',
    cascade: options.cascade ?? 'effects',
    graceMs: options.graceMs ?? DEFAULT_GRACE_MS,
    conflictWaitMs: options.conflictWaitMs ?? DEFAULT_CONFLICT_WAIT_MS,
    messageBudget: options.messageBudget ?? DEFAULT_MESSAGE_BUDGET,
    resultLimits: options.resultLimits ?? new Map(),
    callTimeoutMs: options.callTimeoutMs,
    extension: options.extension,
    agentChain: options.agentChain ?? [],
    startAt: options.start ?? 'stream',
    session: { cwd: options.cwd, values: new Map() },
    running: new Set(),
    overdue: new Set(),
    loadedTools: new Set(),
    nextOrder: 0,
    nextRequest: 0,
  };
  const scheduler = createCallScheduler(engine);
  let messageCount = 0;
  const nextMessageId = (): string => {
    messageCount += 1;
    return `message-${messageCount}`;
  };
  engine.journal.write({ type: 'session', sessionId: options.sessionId ?? 'session', cwd: options.cwd });

  return {
    pool,
    ledger: engine.ledger,
    get session() {
      return engine.session;
    },
    run: (feed) => startRun(engine, scheduler, nextMessageId, 'length' in feed ? batch(feed) : feed),
    markLoaded: (toolName) => void engine.loadedTools.add(toolName),
  };
}

/** A finished message as a feed: what the batch engine is. */
function batch(calls: readonly ToolCall[]): FeedItem[] {
  return [
    ...calls.map(({ id, name, input }): FeedItem => ({
      type: 'call',
      id,
      name,
      input: { kind: 'value', value: input },
    })),
    { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: calls.length > 0 },
  ];
}
