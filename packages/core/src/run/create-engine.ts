import { OpenAsks } from '../call/open-asks.ts';
import type { Call } from '../call/call.ts';
import { tryOr } from '../call/predicates.ts';
import { createInputValidator } from '../input/validate.ts';
import { createJournalWriter } from '../journal/writer.ts';
import { createLoadedTools } from '../pool/loaded-tools.ts';
import { assemblePool } from '../pool/pool.ts';
import { createDeduplicator } from '../result/deduplicate.ts';
import { DEFAULT_MESSAGE_BUDGET } from '../result/message-budget.ts';
import { createSessionLedger } from '../result/session-ledger.ts';
import { createSlots } from '../schedule/slots.ts';
import { isJsonObject } from '../tool/json.ts';
import type { AgentFamily } from './agent-family.ts';
import type { Engine } from './engine.ts';
import {
  DEFAULT_CONFLICT_WAIT_MS,
  DEFAULT_GRACE_MS,
  DEFAULT_MAX_CONCURRENCY,
  type RuntimeOptions,
} from './options.ts';
import { inProgress } from './in-progress.ts';
import { listenersOf } from './named-events.ts';
import { createResumption } from './resumption.ts';
import { createSessionState } from './session-state.ts';
import { createSubscriptions } from './subscriptions.ts';

/** @throws RangeError when `maxConcurrency` is not a positive whole number. */
export function createEngine(options: RuntimeOptions, family: AgentFamily): Engine {
  const { ports, permission, hooks = [] } = options;
  const maxConcurrency = options.maxConcurrency ?? DEFAULT_MAX_CONCURRENCY;
  if (!Number.isSafeInteger(maxConcurrency) || maxConcurrency < 1) {
    throw new RangeError(`maxConcurrency must be a positive whole number; got ${String(maxConcurrency)}.`);
  }
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
    family,
    agent: options.agent,
    pool,
    clock: ports.clock,
    files: ports.files,
    store: ports.store,
    journal,
    validator: createInputValidator(ports.validator),
    policy: permission.policy,
    permission: permission.state,
    get asker() {
      return permission.asker;
    },
    askerOf: permission.wrapAsker ?? ((asker) => asker),
    openAsks: new OpenAsks(),
    classifier: permission.classifier,
    onPermissionUpdate: permission.onUpdate,
    get hooks() {
      return typeof hooks === 'function' ? hooks() : hooks;
    },
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
    redact: guarded(options.redact),
    attachments: options.attachments ?? (() => []),
    stopWanted: options.stopWanted,
    announcements: options.announcements,
    subscriptions: listenersOf(subscriptions, options.agent),
    extension: options.extension,
    agentChain: options.agentChain ?? [],
    defersCalls: options.defersCalls ?? false,
    startAt: options.start ?? 'stream',
    isJournalDamaged: options.isJournalDamaged ?? false,
    lostLines: options.lostLines ?? 0,
    resumption: options.resume === undefined ? undefined : createResumption(options.resume),
    get session() {
      return state.current();
    },
    state,
    root: options.root ?? state,
    messages: options.messages ?? (() => []),
    parentMessageId: options.parentMessageId,
    running,
    overdue: new Set(),
    loadedTools: createLoadedTools(journal),
    loadHint: options.loadHint ?? (() => undefined),
    readyTools: new WeakSet(),
    nextOrder: 0,
  };
}

/** A function that throws, or gives something else than fields, keeps nothing: it was to keep less than all. */
function guarded(redact: RuntimeOptions['redact']): Engine['redact'] {
  if (redact === undefined) return (_toolName, input) => input;
  return (toolName, input) => {
    const kept: unknown = tryOr(() => redact(toolName, input), {});
    return isJsonObject(kept) ? kept : {};
  };
}
