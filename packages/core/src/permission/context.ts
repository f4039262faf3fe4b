export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions';

/** One immutable snapshot of what is allowed; a change makes a new one with a higher version. */
export interface PermissionContext {
  readonly version: number;
  readonly mode: PermissionMode;
  /** Absolute real paths that count as the workspace: the working directory first. */
  readonly workingDirectories: readonly string[];
}
