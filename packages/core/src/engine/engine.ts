import type { Call } from './call.ts';
import type { OpenAsks } from './open-asks.ts';
import type { Hook } from '../hook/hooks.ts';
import type { InputValidator } from '../input/validate.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Asker } from '../permission/ask/asker.ts';
import type { PermissionClassifier } from '../permission/ask/classifier.ts';
import type { PermissionUpdate } from '../permission/context/update.ts';
import type { PermissionPolicy } from '../policy/policy.ts';
import type { PermissionState } from '../permission/context/state.ts';
import type { LoadedTools } from '../pool/loaded-tools.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { CheckImage } from '../ports/images.ts';
import type { Files } from '../ports/files.ts';
import type { ResultStore } from '../ports/store.ts';
import type { Deduplicator } from '../result/deduplicate.ts';
import type { SessionLedger } from '../result/session-ledger.ts';
import type { Slots } from '../schedule/slots.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { JsonObject } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import type { AgentFamily } from './agent-family.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { Announcements } from './announcements.ts';
import type { EngineLimits } from './engine-limits.ts';
import type { Cascade, RuntimeOptions, Scheduling } from './options.ts';
import type { Questions } from './program-questions.ts';
import type { Resumption } from './resumption.ts';
import type { SuspendedAsks } from './suspended-asks.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What the stages of a call work with: one for each runtime. */
export interface Engine {
  readonly agent: EngineAgent;
  readonly ports: EnginePorts;
  readonly tools: EngineTools;
  readonly permission: EnginePermission;
  readonly hooks: readonly Hook[];
  readonly schedule: EngineSchedule;
  readonly limits: EngineLimits;
  readonly results: EngineResults;
  readonly message: EngineMessage;
  readonly events: EngineEvents;
  readonly resume: EngineResume;
  readonly suspended: SuspendedAsks;
  readonly questions: Questions;
  /** Replaced by context modifiers, in call order. */
  readonly session: SessionContext;
}

/** Whose calls these are, and what its tools see of it. */
interface EngineAgent {
  readonly family: AgentFamily;
  /** Undefined: the main agent. */
  readonly identity: AgentIdentity | undefined;
  readonly chain: readonly string[];
  /** The message of the call that opened this engine's agent. */
  readonly parentMessageId: string | undefined;
  readonly extension: unknown;
  readonly state: SessionState;
  /** The root agent's. */
  readonly rootState: SessionState;
  /** The conversation so far. */
  readonly messages: () => readonly ModelMessage[];
}

interface EnginePorts {
  readonly clock: Clock;
  readonly files: Files;
  readonly store: ResultStore;
  readonly journal: JournalWriter;
  readonly validator: InputValidator;
  /** Undefined: images are shown as they are. */
  readonly checkImage: CheckImage | undefined;
}

interface EngineTools {
  readonly pool: ToolPool;
  readonly loaded: LoadedTools;
  /** Tools that calls of other names mean. */
  readonly aliases: ReadonlyMap<string, string>;
  /** How the model loads a deferred tool, as a sentence. Undefined: it can't. */
  readonly loadHint: (toolName: string) => string | undefined;
  /** Waits for a tool that may still come. Undefined: it won't. */
  readonly arrival: (toolName: string) => Promise<void> | undefined;
  /** Why the source that would offer a tool can't be used. */
  readonly whyMissing: (toolName: string) => string | undefined;
  /** Tools whose `load` has completed. */
  readonly ready: WeakSet<AnyTool>;
}

interface EnginePermission {
  readonly policy: PermissionPolicy;
  readonly state: PermissionState;
  readonly asker: Asker | undefined;
  /** Wraps the asker of a single message like the engine's own. */
  readonly askerOf: (asker: Asker) => Asker | undefined;
  readonly openAsks: OpenAsks;
  readonly asks: 'wait' | 'suspend';
  readonly classifier: PermissionClassifier | undefined;
  /** Called with each update in an answer, to save it. */
  readonly onUpdate: ((update: PermissionUpdate) => void) | undefined;
}

interface EngineSchedule {
  readonly mode: Scheduling;
  readonly cascade: Cascade;
  readonly startAt: 'stream' | 'message';
  readonly defersCalls: boolean;
  /** Slots for executing calls. */
  readonly slots: Slots;
  /** Slots for calls that are being prepared, or are prepared and wait for a slot: twice as many. */
  readonly preparing: Slots;
  /** In the order in which they started; few at a time, and no `Set`: see `Chain`. */
  readonly running: Call[];
  /** Calls that ignored their signal, had to give up their claims, and are still running. */
  readonly overdue: Set<Call>;
  /** The next number in call order over all messages. */
  nextOrder: number;
}

interface EngineResults {
  readonly ledger: SessionLedger;
  readonly deduplicator: Deduplicator;
  /** UTF-16 units by tool name, before the tool's own limit. */
  readonly limits: ReadonlyMap<string, number>;
  readonly redact: (toolName: string, input: JsonObject) => JsonObject;
}

/** The user message that carries the results of a batch. */
interface EngineMessage {
  readonly budget: number;
  /** Texts that follow the results. */
  readonly attachments: () => readonly (string | SpokenText)[];
  readonly stopWanted: RuntimeOptions['stopWanted'];
}

interface EngineEvents {
  readonly announcements: Announcements | undefined;
  /** Listeners to the events of all runs. */
  readonly subscriptions: Subscriptions;
}

interface EngineResume {
  /** What remains to be resumed of an earlier session. */
  readonly remaining: Resumption | undefined;
  /** Lines of the resumed journal could not be read. */
  readonly isJournalDamaged: boolean;
  /** Number of missing lines. Each may have recorded a call that is yet to be fed again. */
  lostLines: number;
}
