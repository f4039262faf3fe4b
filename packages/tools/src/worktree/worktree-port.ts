import type { AgentIdentity } from '@sluice/core';

/** What is known of a call that enters or leaves a worktree. */
export interface WorktreeCall {
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly agent: AgentIdentity | undefined;
}

export interface EnteredWorktree {
  /** Absolute: its root. */
  readonly path: string;
  /** The directory in it in which the session goes on. */
  readonly directory: string;
  /** Undefined: its head is detached, or it isn't git's. */
  readonly branch: string | undefined;
  /** For the model. */
  readonly message: string;
}

export interface LeftWorktree {
  readonly path: string;
  readonly branch: string | undefined;
  /** Absolute: where the session goes on. */
  readonly originalCwd: string;
  /** What was lost with it; undefined: it stays. */
  readonly discarded: { readonly files: number; readonly commits: number } | undefined;
  /** For the model. */
  readonly message: string;
}

/** `message` is for the model: what is wrong and how to fix it. Nothing was changed. */
export type WorktreeRefusal = { readonly ok: false; readonly code: string; readonly message: string };

/** What the worktree tools need of a session. */
export interface WorktreePort {
  /** Why `path` can't be entered, as a sentence: git lists no such worktree. Undefined: it does. */
  whyNot(path: string, cwd: string): Promise<string | undefined>;
  /** Why the user must approve entering `path`, as a clause. Undefined: they need not. */
  whyAsk(path: string, cwd: string): string | undefined;
  /** With neither name nor path, a name is made up. */
  enter(
    which: { readonly name: string | undefined; readonly path: string | undefined },
    call: WorktreeCall,
  ): Promise<{ readonly ok: true; readonly worktree: EnteredWorktree } | WorktreeRefusal>;
  exit(
    how: { readonly action: 'keep' | 'remove'; readonly discardsChanges: boolean },
    call: WorktreeCall,
  ): Promise<{ readonly ok: true; readonly left: LeftWorktree } | WorktreeRefusal>;
}
