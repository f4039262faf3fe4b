import type { Call } from '../call/call.ts';
import type { OpenAsks } from '../call/open-asks.ts';
import type { Hook } from '../hook/hooks.ts';
import type { InputValidator } from '../input/validate.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Asker } from '../permission/asker.ts';
import type { PermissionClassifier } from '../permission/classifier.ts';
import type { PermissionUpdate } from '../permission/update.ts';
import type { PermissionPolicy } from '../permission/policy.ts';
import type { PermissionState } from '../permission/state.ts';
import type { LoadedTools } from '../pool/loaded-tools.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { Files } from '../ports/files.ts';
import type { ResultStore } from '../ports/store.ts';
import type { Deduplicator } from '../result/deduplicate.ts';
import type { SessionLedger } from '../result/session-ledger.ts';
import type { Slots } from '../schedule/slots.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { JsonObject } from '../tool/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import type { AgentFamily } from './agent-family.ts';
import type { AgentIdentity } from './agent-identity.ts';
import type { Announcements } from './announcements.ts';
import type { Cascade, RuntimeOptions, Scheduling } from './options.ts';
import type { Resumption } from './resumption.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What the stages of a call work with: one for each runtime. */
export interface Engine {
  readonly family: AgentFamily;
  /** Undefined: the main agent. */
  readonly agent: AgentIdentity | undefined;
  readonly pool: ToolPool;
  readonly clock: Clock;
  readonly files: Files;
  readonly store: ResultStore;
  readonly journal: JournalWriter;
  readonly validator: InputValidator;
  readonly policy: PermissionPolicy;
  readonly permission: PermissionState;
  readonly asker: Asker | undefined;
  /** The asker of a single message, as the engine's own would be used. */
  readonly askerOf: (asker: Asker) => Asker | undefined;
  readonly openAsks: OpenAsks;
  readonly classifier: PermissionClassifier | undefined;
  /** Told of each update that an answer brought, to keep it. */
  readonly onPermissionUpdate: ((update: PermissionUpdate) => void) | undefined;
  readonly hooks: readonly Hook[];
  readonly ledger: SessionLedger;
  readonly deduplicator: Deduplicator;
  /** Calls that execute. */
  readonly slots: Slots;
  /** Calls that are prepared, or are and wait for a slot: twice as many. */
  readonly preparing: Slots;
  readonly scheduling: Scheduling;
  readonly cascade: Cascade;
  readonly graceMs: number;
  readonly conflictWaitMs: number;
  readonly messageBudget: number;
  readonly resultLimits: ReadonlyMap<string, number>;
  readonly callTimeoutMs: number | undefined;
  readonly redact: (toolName: string, input: JsonObject) => JsonObject;
  /** Texts that follow the results of a message. */
  readonly attachments: () => readonly (string | SpokenText)[];
  readonly stopWanted: RuntimeOptions['stopWanted'];
  readonly announcements: Announcements | undefined;
  /** Listeners to the events of all runs. */
  readonly subscriptions: Subscriptions;
  readonly extension: unknown;
  readonly agentChain: readonly string[];
  readonly defersCalls: boolean;
  readonly startAt: 'stream' | 'message';
  /** Lines of the resumed journal could not be read. */
  readonly isJournalDamaged: boolean;
  /** Lines that are missing in it, each of which may have told of a call that is yet to be fed again. */
  lostLines: number;
  /** What is left to take up of a resumed session. */
  readonly resumption: Resumption | undefined;
  /** Replaced by context modifiers, in call order. */
  readonly session: SessionContext;
  readonly state: SessionState;
  /** The root agent's. */
  readonly root: SessionState;
  /** The conversation so far. */
  readonly messages: () => readonly ModelMessage[];
  /** Of the call that opened this engine's agent. */
  readonly parentMessageId: string | undefined;
  readonly loadedTools: LoadedTools;
  /** How the model loads a deferred tool, as a sentence; undefined: it can't. */
  readonly loadHint: (toolName: string) => string | undefined;
  /** Tools that have loaded what they need. */
  readonly readyTools: WeakSet<AnyTool>;
  /** In the order in which they began; few at a time, and no `Set`: see `Chain`. */
  readonly running: Call[];
  /** Calls that ignored their signal, had to give up their claims, and are still at work. */
  readonly overdue: Set<Call>;
  /** The next place in call order over all messages. */
  nextOrder: number;
}
