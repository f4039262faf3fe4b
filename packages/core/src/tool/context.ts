import type { ReadLedger } from '../result/read-ledger.ts';
import type { PureDecision } from '../permission/decision.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { PermissionContext } from '../permission/context.ts';
import type { ModelContent } from '../data/content.ts';
import type { Outcome } from '../data/outcome.ts';

/** What calls share and change in order: immutable, replaced by context modifiers. */
export interface SessionContext {
  /** Absolute path of the session's working directory. */
  readonly cwd: string;
  /** Whatever else tools keep between calls, by a name of their own. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** What `claims` may look at; it must not wait and should not touch more than a stat. */
export interface ClaimContext {
  readonly cwd: string;
}

/** Where a tool may stream output that it does not hold in memory. */
export interface CaptureFile {
  /** Absolute path, private to this call, in an existing directory. The tool creates the file. */
  readonly path: string;
  /** Removes the file, for output that was small enough to be returned inline. Never throws. */
  remove(): void;
}

/** A file that a call is about to write. */
export interface FileChange {
  /** Real absolute path. */
  readonly path: string;
  /** The file as it is; undefined where there is none. */
  readonly before: { readonly bytes: Uint8Array; readonly mode: number } | undefined;
  /** Hex SHA-256 of what will be there. */
  readonly afterHash: string;
  /** Absolute: the new file beside it that is to be renamed over it. A process that is killed may leave it. */
  readonly temporaryPath?: string;
  /** Absolute: the highest directory above it that there is not, and that is made for it. An undo removes what is then empty. */
  readonly newDirectory?: string;
}

/** Why a file must not be written: nothing could take it back. */
export interface PreImageProblem {
  /** Short, kebab-case. */
  readonly code: string;
  readonly message: string;
}

/** What `validateInput` and `checkPermissions` get. */
export interface CheckContext extends ClaimContext {
  readonly callId: string;
  readonly messageId: string;
  readonly signal: AbortSignal;
  readonly session: SessionContext;
  readonly ledger: ReadLedger;
  readonly permission: PermissionContext;
}

/** A call made by a tool, through the whole pipeline. */
export interface NestedCall {
  readonly name: string;
  readonly input: unknown;
}

export interface NestedResult {
  /** `<parent>/<n>`. */
  readonly callId: string;
  readonly outcome: Outcome;
  /** What a model would have seen. */
  readonly content: ModelContent;
  /** The tool's own output, where it produced one. */
  readonly data: unknown;
}

/** The state of an agent's session. */
export interface SessionState {
  current(): SessionContext;
  /**
   * Replaces the state at once, whether or not the call still runs. For background work: what later calls of a message
   * depend on belongs in a result's `modifyContext`, which is applied in call order.
   * @throws TypeError when `modify` returns no context
   */
  update(modify: (context: SessionContext) => SessionContext): void;
}

/** The calls that run now, and which of them a message of the person would interrupt. */
export interface CallsInProgress {
  readonly calls: readonly { readonly callId: string; readonly isInterruptible: boolean }[];
  readonly interruptible: 'none' | 'some' | 'all';
}

/**
 * What `call` gets. `Extension` is what the program around the engine adds (an agent adds its own: `AgentCallExtension`
 * of `@sluice/agent`), `Progress` what the tool tells while it works.
 */
export interface CallContext<Extension = unknown, Progress = unknown> extends CheckContext {
  readonly parentCallId: string | undefined;
  /** The message whose call made this one, or opened this call's agent; undefined for calls of the main agent's model. */
  readonly parentMessageId: string | undefined;
  /** The conversation before the message of this call; frozen, and as it was when it is asked for. Empty without an agent. */
  readonly messages: readonly ModelMessage[];
  /** The state of the root agent's session, which may be this one's own. Its changes hold at once. */
  readonly root: SessionState;
  /** 0 for a call of the model, one more for each nesting. */
  readonly depth: number;
  /** Names of the agents around this call, outermost first; empty for the main one. */
  readonly agentChain: readonly string[];
  /** The agent that makes this call. Undefined: the main one. */
  readonly agent?: AgentIdentity | undefined;
  /** Tells the person; never waits. A slow reader sees the latest of each call. */
  progress(data: Progress): void;
  /**
   * How a call would be decided now: rules, mode and the tool's own say, without hooks, a classifier or a person. Nothing
   * runs. A call that couldn't run, such as one of an unknown tool, is denied with the reason, as is one that would be asked
   * about where nobody can be. Never rejects.
   */
  decide(call: NestedCall): Promise<PureDecision>;
  inProgress(): CallsInProgress;
  /**
   * Runs another tool through look-up, validation, hooks, permission and bounds, and waits for its result. While any
   * nested call is outstanding the parent holds no slot. Rejects only when the parent was cancelled.
   */
  invoke(call: NestedCall): Promise<NestedResult>;
  /**
   * Waits for something that is no work of the tool (a time, a person, another program): meanwhile the call holds no slot, and
   * its time-out does not count. Settles as `wait` does; when the call is stopped it is the tool that must end the wait.
   */
  idle<Value>(wait: Promise<Value>): Promise<Value>;
  /** A file for output too large to hold. Throws an error with a clear text when the store is unusable. */
  captureFile(): CaptureFile;
  /**
   * Keeps what a file holds, so that the write can be undone. Awaited before the file is touched; a reason means that it
   * must not be. Without a journal nothing is kept and all is well. Never rejects.
   */
  keepPreImage(change: FileChange): Promise<PreImageProblem | undefined>;
  readonly extension: Extension;
}
