import type { ModelMessage } from '../ports/model.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { JsonObject } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { Hook } from '../hook/hooks.ts';
import type { Asker } from '../permission/asker.ts';
import type { PermissionClassifier } from '../permission/classifier.ts';
import type { PermissionUpdate } from '../permission/update.ts';
import type { PermissionPolicy } from '../policy/policy.ts';
import type { PermissionState } from '../permission/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Journal } from '../ports/journal.ts';
import type { ResultStore } from '../ports/store.ts';
import type { SchemaValidator } from '../ports/validator.ts';
import type { IsStanding } from '../result/deduplicate.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { Announcements } from './announcements.ts';

export type Scheduling = 'claims' | 'strict';
/** Which later shell calls a failing one cancels: those with effects (if it may have had some itself), all, or none. */
export type Cascade = 'effects' | 'all-shell' | 'none';

type StopRequest = { readonly reason: string } | undefined;

export interface RuntimeOptions {
  /** A list, or a pool that was assembled with `assemblePool`. */
  readonly tools: readonly AnyTool[] | ToolPool;
  /** Absolute path: where relative paths start. */
  readonly cwd: string;
  readonly permission: {
    readonly policy: PermissionPolicy;
    readonly state: PermissionState;
    /** Looked up for each ask, so that it may change. */
    readonly asker?: Asker | undefined;
    /** Asked in the mode `auto` before a person is. */
    /** Puts beside the asker of a single message what stands beside `asker`, such as hooks. Undefined: nobody is asked. */
    readonly wrapAsker?: (asker: Asker) => Asker | undefined;
    readonly classifier?: PermissionClassifier;
    /** Told of each update that an answer brought and that now holds for the session, so that it can be kept. Must not throw. */
    readonly onUpdate?: (update: PermissionUpdate) => void;
  };
  readonly ports: {
    readonly clock: Clock;
    readonly files: Files;
    readonly store: ResultStore;
    /** Without one nothing is journaled. */
    readonly journal?: Journal;
    /** Needed for tools whose schema is plain JSON Schema. */
    readonly validator?: SchemaValidator;
  };
  /** A function is asked each time that hooks are due, so that they may change; it must not throw. */
  readonly hooks?: readonly Hook[] | (() => readonly Hook[]);
  /**
   * A PreToolUse hook may put off the only call of a message: it stays open, the `message` event names it, and feeding it again asks the
   * hooks again. Default false: such a call is refused for good, and the loop ends.
   */
  readonly defersCalls?: boolean;
  /** Default `claims`. */
  readonly scheduling?: Scheduling;
  /** Calls that execute at the same time. Default 10. */
  readonly maxConcurrency?: number;
  /** `stream`: calls start as they come. `message`: when the message is whole. Default `stream`. */
  readonly start?: 'stream' | 'message';
  /** Default `effects`. */
  readonly cascade?: Cascade;
  /** Milliseconds that a cancelled call has to end. Default 2,000. */
  readonly graceMs?: number;
  /** Milliseconds that a call waits for a conflicting one that does not end. Default 10,000. */
  readonly conflictWaitMs?: number;
  /** UTF-16 units over all results of a message. Default 200,000. */
  readonly messageBudget?: number;
  /** Limits by tool name that stand above what the tools declare, in either direction. */
  readonly resultLimits?: ReadonlyMap<string, number>;
  /** Milliseconds of executing time for every call. Default none. */
  readonly callTimeoutMs?: number;
  /** Which earlier results stand verbatim in the next request; without it no result becomes a reference to an earlier one. */
  readonly isStanding?: IsStanding;
  /**
   * Asked once for each message when its results are complete: texts that follow them for the model, after those of
   * hooks, such as what has become of background work. A text alone is marked for the model as a hook's. What is given is
   * journaled with the message; a session that goes on replays it and does not ask again. A throw gives nothing. Default:
   * nothing.
   */
  readonly attachments?: () => readonly (string | SpokenText)[];
  /**
   * Asked once for each message when its results are complete: somebody who watches the session, and no call of it, wants
   * the loop to end here. A throw wants nothing. Default: nobody does.
   */
  readonly stopWanted?: () => StopRequest | Promise<StopRequest>;
  /** Told of each change of the session's context, such as another current directory. Must not throw. */
  readonly onSessionChange?: (before: SessionContext, after: SessionContext) => void;
  /**
   * What of an input the record of a call keeps. A throw keeps nothing. The call runs with all of it, and the journal keeps
   * that, so that a session can be resumed. Default all of it.
   */
  readonly redact?: (toolName: string, input: JsonObject) => JsonObject;
  /** What happens beside all calls and stands in the stream of a run. Default: nothing does. */
  readonly announcements?: Announcements;
  /** The conversation so far, for the context of calls. Default: empty. */
  readonly messages?: () => readonly ModelMessage[];
  /** The state of the root agent's session, for the engine of an agent that a call has opened. Default: this engine's own. */
  readonly root?: SessionState;
  /** The message whose call has opened this engine's agent. Default: none. */
  readonly parentMessageId?: string;
  /** Put on every call's context as `extension`. */
  readonly extension?: unknown;
  /** Names of the agents from the first that was opened to this one, for a person. Default: empty, the main agent. */
  readonly agentChain?: readonly string[];
  /** Which agent this is: for asks, hooks and events. Default: the main one. */
  readonly agent?: AgentIdentity;
  /**
   * What the journal tells of the session that goes on (`readSession`): calls that are fed again get their journaled
   * results; messages that never got all of theirs get them before anything new.
   */
  readonly resume?: readonly JournaledMessage[];
  /** Lines of that journal could not be read: a call whose end is not in it counts as begun. Default false. */
  readonly isJournalDamaged?: boolean;
  /**
   * So many lines of that journal are missing. Of the calls that are fed again and that it knows nothing of, as many
   * count as begun, unless they only read. Default 0.
   */
  readonly lostLines?: number;
  /**
   * How the model loads a deferred tool that it has not seen, as a sentence: the error of an invalid call of one says it.
   * Default: it can't.
   */
  readonly loadHint?: ((toolName: string) => string | undefined) | undefined;
  /** Appears in the journal. Default `session`. */
  readonly sessionId?: string;
}

export const DEFAULT_MAX_CONCURRENCY = 10;
export const DEFAULT_GRACE_MS = 2000;
export const DEFAULT_CONFLICT_WAIT_MS = 10_000;
/** Calls nested deeper are refused. */
export const MAX_DEPTH = 16;
