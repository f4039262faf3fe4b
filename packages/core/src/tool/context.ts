import type { ReadLedger } from '../result/read-ledger.ts';
import type { PureDecision } from '../permission/decision.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import type { ModelContent } from '../data/content.ts';
import type { Outcome } from '../data/outcome.ts';

/** What calls share and change in order: immutable, replaced by context modifiers. */
export interface SessionContext {
  /** Absolute path of the session's working directory. */
  readonly cwd: string;
  /** Anything else that tools keep between calls, by names of their own. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** What `claims` may use; it must not wait and should do no more than a stat. */
export interface ClaimContext {
  readonly cwd: string;
  /**
   * Where an absolute path of something that exists leads, as this decision sees it: the same answer each time. Undefined: nothing is
   * there. Absent outside a decision.
   */
  readonly realPathOf?: ((path: string) => string | undefined) | undefined;
}

/** Where a tool may stream output that it does not keep in memory. */
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
  /** The current file; undefined if there is none. */
  readonly before: { readonly bytes: Uint8Array; readonly mode: number } | undefined;
  /** Hex SHA-256 of the new content. */
  readonly afterHash: string;
  /** Absolute: the new file next to it that will be renamed over it. A killed process may leave it behind. */
  readonly temporaryPath?: string;
  /** Absolute: the highest missing parent directory, which is created for it. An undo removes what is then empty. */
  readonly newDirectory?: string;
}

/** Why a file must not be written: nothing could undo it. */
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
  /** The tool's own output, if it produced one. */
  readonly data: unknown;
}

/** The state of an agent's session. */
export interface SessionState {
  current(): SessionContext;
  /**
   * Replaces the state at once, whether or not the call still runs. For background work: what later calls of a message depend on belongs
   * in a result's `modifyContext`, which is applied in call order.
   *
   * @throws TypeError if `modify` doesn't return a context
   */
  update(modify: (context: SessionContext) => SessionContext): void;
}

/** The calls that run now, and which of them a user message would interrupt. */
export interface CallsInProgress {
  readonly calls: readonly { readonly callId: string; readonly isInterruptible: boolean }[];
  readonly interruptible: 'none' | 'some' | 'all';
}

/**
 * What `call` gets. `Extension` is what the program around the engine adds (an agent adds its own: `AgentCallExtension` of
 * `@sluice/agent`), `Progress` what the tool reports while it works.
 */
export interface CallContext<Extension = unknown, Progress = unknown> extends CheckContext {
  readonly parentCallId: string | undefined;
  /** The message whose call made this one, or opened this call's agent; undefined for calls of the main agent's model. */
  readonly parentMessageId: string | undefined;
  /** The conversation before the message of this call; a frozen snapshot from when it is read. Empty without an agent. */
  readonly messages: readonly ModelMessage[];
  /** The state of the root agent's session, which may be this one's own. Its changes take effect at once. */
  readonly root: SessionState;
  /** 0 for a call of the model, one more for each nesting. */
  readonly depth: number;
  /** Names of the agents around this call, outermost first; empty for the main one. */
  readonly agentChain: readonly string[];
  /** The agent that makes this call. Undefined: the main one. */
  readonly agent?: AgentIdentity | undefined;
  /** Reports progress to the user; never waits. A slow reader sees the latest of each call. */
  progress(data: Progress): void;
  /**
   * How a call would be decided now: rules, mode and the tool's own check, without hooks, a classifier or a person. Nothing runs. A call
   * that couldn't run, such as one of an unknown tool, is denied with the reason, and so is an ask with no one to ask. Never rejects.
   */
  decide(call: NestedCall): Promise<PureDecision>;
  inProgress(): CallsInProgress;
  /**
   * Runs another tool through lookup, validation, hooks, permission and limits, and waits for its result. While any nested call is
   * outstanding the parent holds no slot. Rejects only if the parent was canceled.
   */
  invoke(call: NestedCall): Promise<NestedResult>;
  /**
   * Waits for something other than the tool's own work (a time, a person, another program): meanwhile the call holds no slot, and its
   * timeout is paused. Settles as `wait` does; if the call is stopped, the tool must end the wait.
   */
  idle<Value>(wait: Promise<Value>): Promise<Value>;
  /**
   * A file for output too large for memory. Throws an error with a clear message if the store is unusable.
   * @param extension of its name, without a dot: at most 8 lowercase letters and digits. Default, and in place of any other: `txt`
   */
  captureFile(extension?: string): CaptureFile;
  /**
   * Saves a file's content, so that the write can be undone. Awaited before the file is touched; if it returns a reason, the file must
   * not be written. Without a journal nothing is saved and the result is undefined. Never rejects.
   */
  keepPreImage(change: FileChange): Promise<PreImageProblem | undefined>;
  readonly extension: Extension;
}
