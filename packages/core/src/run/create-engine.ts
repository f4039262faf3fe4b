import { OpenAsks } from '../engine/open-asks.ts';
import type { Call } from '../engine/call.ts';
import { tryOr } from '../tool/predicates.ts';
import { createInputValidator } from '../input/validate.ts';
import { createJournalWriter } from '../journal/writer.ts';
import { createLoadedTools } from '../pool/loaded-tools.ts';
import { assemblePool } from '../pool/assemble-pool.ts';
import { createDeduplicator } from '../result/deduplicate.ts';
import { DEFAULT_MESSAGE_BUDGET } from '../result/result-limits.ts';
import { createSessionLedger } from '../result/session-ledger.ts';
import { createSlots } from '../schedule/slots.ts';
import { isJsonObject } from '../data/json.ts';
import type { AgentFamily } from '../engine/agent-family.ts';
import type { Engine } from '../engine/engine.ts';
import {
  DEFAULT_CONFLICT_WAIT_MS,
  CANCEL_WAIT_MS,
  DEFAULT_MAX_CONCURRENCY,
} from '../engine/engine-limits.ts';
import type { RuntimeOptions } from '../engine/options.ts';
import { inProgress } from '../engine/in-progress.ts';
import { listenersOf } from './named-events.ts';
import { Questions } from '../engine/program-questions.ts';
import { createResumption } from '../engine/resumption.ts';
import { createSessionState } from '../engine/session-state.ts';
import { SuspendedAsks } from '../engine/suspended-asks.ts';
import { createSubscriptions } from '../engine/subscriptions.ts';

/** @throws RangeError if `maxConcurrency` is not a positive whole number. */
export function createEngine(options: RuntimeOptions, family: AgentFamily): Engine {
  const { ports, permission, hooks = [] } = options;
  const maxConcurrency = checkedConcurrency(options.maxConcurrency);
  const pool = 'tools' in options.tools ? options.tools : assemblePool({ builtIn: options.tools });
  const state = createSessionState({ cwd: options.cwd, values: new Map() }, options.onSessionChange);
  const running: Call[] = [];
  const subscriptions = (family.subscriptions ??= createSubscriptions(
    () => ports.clock.now(),
    () => inProgress(running),
    (push) => options.announcements?.listen(push, 'beside') ?? (() => {}),
  ));
  const journal = createJournalWriter(ports.journal, ports.store, ports.clock);
  return {
    agent: {
      family,
      identity: options.agent,
      chain: options.agentChain ?? [],
      parentMessageId: options.parentMessageId,
      extension: options.extension,
      state,
      rootState: options.root ?? state,
      messages: options.messages ?? (() => []),
    },
    ports: {
      clock: ports.clock,
      files: ports.files,
      store: ports.store,
      journal,
      validator: createInputValidator(ports.validator),
      checkImage: ports.checkImage,
    },
    tools: {
      pool,
      loaded: createLoadedTools(journal),
      aliases: new Map(Object.entries(options.toolAliases ?? {})),
      loadHint: options.loadHint ?? (() => undefined),
      arrival: options.arrival ?? (() => undefined),
      whyMissing: options.whyMissing ?? (() => undefined),
      ready: new WeakSet(),
    },
    permission: {
      policy: permission.policy,
      state: permission.state,
      get asker() {
        return permission.asker;
      },
      askerOf: permission.wrapAsker ?? ((asker) => asker),
      openAsks: new OpenAsks(),
      asks: options.asks ?? 'wait',
      classifier: permission.classifier,
      onUpdate: permission.onUpdate,
    },
    get hooks() {
      return typeof hooks === 'function' ? hooks() : hooks;
    },
    schedule: {
      mode: options.scheduling ?? 'claims',
      cascade: options.cascade ?? 'effects',
      startAt: options.start ?? 'stream',
      defersCalls: options.defersCalls ?? false,
      slots: createSlots(maxConcurrency),
      preparing: createSlots(maxConcurrency * 2),
      running,
      overdue: new Set(),
      nextOrder: 0,
    },
    limits: {
      graceMs: options.graceMs ?? CANCEL_WAIT_MS,
      conflictWaitMs: options.conflictWaitMs ?? DEFAULT_CONFLICT_WAIT_MS,
      callTimeoutMs: options.callTimeoutMs,
    },
    results: {
      ledger: createSessionLedger(),
      deduplicator: createDeduplicator(options.isStanding ?? (() => false)),
      limits: options.resultLimits ?? new Map(),
      redact: guarded(options.redact),
    },
    message: {
      budget: options.messageBudget ?? DEFAULT_MESSAGE_BUDGET,
      attachments: options.attachments ?? (() => []),
      stopWanted: options.stopWanted,
    },
    events: {
      announcements: options.announcements,
      subscriptions: listenersOf(subscriptions, options.agent),
    },
    suspended: new SuspendedAsks(options.resume ?? []),
    questions: new Questions(journal, options.questions),
    resume: {
      remaining: options.resume === undefined ? undefined : createResumption(options.resume),
      isJournalDamaged: options.isJournalDamaged ?? false,
      lostLines: options.lostLines ?? 0,
    },
    get session() {
      return state.current();
    },
  };
}

function checkedConcurrency(given = DEFAULT_MAX_CONCURRENCY): number {
  if (Number.isSafeInteger(given) && given >= 1) return given;
  throw new RangeError(`maxConcurrency must be a positive whole number; got ${String(given)}.`);
}

/** If the function throws, or returns something else than fields, nothing is stored: it was meant to reduce what is. */
function guarded(redact: RuntimeOptions['redact']): Engine['results']['redact'] {
  if (redact === undefined) return (_toolName, input) => input;
  return (toolName, input) => {
    const kept: unknown = tryOr(() => redact(toolName, input), {});
    return isJsonObject(kept) ? kept : {};
  };
}
