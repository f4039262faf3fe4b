import type { ModelMessage } from '../ports/model.ts';
import type { SessionContext, SessionState } from '../tool/context.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { JsonObject } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { JournaledQuestion } from '../journal/questions.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { Hook } from '../hook/hooks.ts';
import type { Asker } from '../permission/ask/asker.ts';
import type { PermissionClassifier } from '../permission/ask/classifier.ts';
import type { PermissionUpdate } from '../permission/context/update.ts';
import type { PermissionPolicy } from '../policy/policy.ts';
import type { PermissionState } from '../permission/context/state.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Journal } from '../ports/journal.ts';
import type { ResultStore } from '../ports/store.ts';
import type { CheckImage } from '../ports/images.ts';
import type { SchemaValidator } from '../ports/validator.ts';
import type { IsStanding } from '../result/deduplicate.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { Announcements } from './announcements.ts';

export type Scheduling = 'claims' | 'strict';
/** Which later shell calls a failing one cancels: those with effects (if it may have had some itself), all, or none. */
export type Cascade = 'effects' | 'all-shell' | 'none';

export type StopRequest = { readonly reason: string } | undefined;

export interface RuntimeOptions {
  /** A list, or a pool from `assemblePool`. */
  readonly tools: readonly AnyTool[] | ToolPool;
  /** Absolute path: base of relative paths. */
  readonly cwd: string;
  readonly permission: {
    readonly policy: PermissionPolicy;
    readonly state: PermissionState;
    /** Looked up for each ask, so it may change. */
    readonly asker?: Asker | undefined;
    /** Asked in the mode `auto` before a person is. */
    /** Combines the asker of a single message with what accompanies `asker`, such as hooks. Undefined: no one is asked. */
    readonly wrapAsker?: (asker: Asker) => Asker | undefined;
    readonly classifier?: PermissionClassifier;
    /** Called with each update in an answer that now applies to the session, so that it can be saved. Must not throw. */
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
    /**
     * Checks images before a model gets them: those of a person's answer, of a hook, and of tools that don't check their own.
     * Default: they are shown as they are.
     */
    readonly checkImage?: CheckImage;
  };
  /** A function is called each time that hooks are due, so they may change; it must not throw. */
  readonly hooks?: readonly Hook[] | (() => readonly Hook[]);
  /**
   * A PreToolUse hook may defer the only call of a message: it stays open, the `message` event names it, and feeding it again asks the
   * hooks again. Default false: such a call is denied for good, and the loop ends.
   */
  readonly defersCalls?: boolean;
  /**
   * `suspend`: a call that needs a person doesn't wait. It stays open, its message ends without its result, and `answer` settles it, also
   * in a later process that resumes the journal. Only top-level calls of the main agent. Default `wait`.
   */
  readonly asks?: 'wait' | 'suspend';
  /** Default `claims`. */
  readonly scheduling?: Scheduling;
  /** Maximum number of calls that execute at the same time. Default 10. */
  readonly maxConcurrency?: number;
  /** `stream`: calls start as they arrive. `message`: when the message is complete. Default `stream`. */
  readonly start?: 'stream' | 'message';
  /** Default `effects`. */
  readonly cascade?: Cascade;
  /** Milliseconds that a canceled call has to end. Default 2,000. */
  readonly graceMs?: number;
  /** Milliseconds that a call waits for a conflicting one that does not end. Default 10,000. */
  readonly conflictWaitMs?: number;
  /** UTF-16 units over all results of a message. Default 200,000. */
  readonly messageBudget?: number;
  /** Limits by tool name that override what the tools declare, in either direction. */
  readonly resultLimits?: ReadonlyMap<string, number>;
  /** Milliseconds of executing time for every call. Default none. */
  readonly callTimeoutMs?: number;
  /** Which earlier results are verbatim in the next request; without it no result becomes a reference to an earlier one. */
  readonly isStanding?: IsStanding;
  /**
   * Called once for each message when its results are complete: texts that follow them for the model, after those of hooks, such as the
   * status of background work. A plain string is marked for the model as a hook's. What is returned is journaled with the message; a
   * resumed session replays it and does not call again. A throw returns nothing. Default: nothing.
   */
  readonly attachments?: () => readonly (string | SpokenText)[];
  /**
   * Called once for each message when its results are complete: whether an observer of the session, not one of its calls, wants the loop
   * to end here. A throw requests nothing. Default: no.
   */
  readonly stopWanted?: () => StopRequest | Promise<StopRequest>;
  /** Called with each change of the session's context, such as another current directory. Must not throw. */
  readonly onSessionChange?: (before: SessionContext, after: SessionContext) => void;
  /**
   * Which part of an input the record of a call stores. A throw stores nothing. The call runs with all of it, and the journal stores
   * that, so that a session can be resumed. Default all of it.
   */
  readonly redact?: (toolName: string, input: JsonObject) => JsonObject;
  /**
   * Names that a model may call, each with the name of the tool that the call is for instead, such as `{ Bash: 'mcp__remote__bash' }`:
   * rules, hooks and records see only the latter. One step: an alias of an alias is not followed. Default: none.
   */
  readonly toolAliases?: Readonly<Record<string, string>>;
  /** Events outside all calls that appear in the stream of a run. Default: none. */
  readonly announcements?: Announcements;
  /** The conversation so far, for the context of calls. Default: empty. */
  readonly messages?: () => readonly ModelMessage[];
  /** The state of the root agent's session, for the engine of an agent that a call has opened. Default: this engine's own. */
  readonly root?: SessionState;
  /** The message whose call has opened this engine's agent. Default: none. */
  readonly parentMessageId?: string;
  /** Put on every call's context as `extension`. */
  readonly extension?: unknown;
  /** Names of the agents from the first child to this one, for users. Default: empty, the main agent. */
  readonly agentChain?: readonly string[];
  /** Which agent this is: for asks, hooks and events. Default: the main one. */
  readonly agent?: AgentIdentity;
  /**
   * What the journal of the resumed session contains (`readSession`): calls that are fed again get their journaled results; messages that
   * never got all of theirs get them before anything new.
   */
  readonly resume?: readonly JournaledMessage[];
  /** The questions in that journal that programs asked their users (`readQuestions`). Default: none. */
  readonly questions?: ReadonlyMap<string, JournaledQuestion>;
  /** Lines of that journal could not be read: a call without an end in it is treated as started. Default false. */
  readonly isJournalDamaged?: boolean;
  /**
   * Number of missing lines of that journal. Of the calls that are fed again and not in it, as many are treated as started, unless they only
   * read. Default 0.
   */
  readonly lostLines?: number;
  /** How the model loads a deferred tool that it has not seen, as a sentence for the error of an invalid call. Default: it can't. */
  readonly loadHint?: ((toolName: string) => string | undefined) | undefined;
  /**
   * Waits for a tool that no source offers yet, when it is called; the call then looks for it again. A call that is stopped doesn't wait
   * any longer. Must not throw or reject. Undefined: it won't come. Default: none will.
   */
  readonly arrival?: ((toolName: string) => Promise<void> | undefined) | undefined;
  /** Why the source that would offer a tool can't be used, in sentences for the model. Must not throw. Undefined: no such source is known. */
  readonly whyMissing?: ((toolName: string) => string | undefined) | undefined;
  /** Appears in the journal. Default `session`. */
  readonly sessionId?: string;
}
