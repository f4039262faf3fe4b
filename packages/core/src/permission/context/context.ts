import type { PermissionMode } from '../../data/permission-mode.ts';
import type { Isolation } from './isolation.ts';
import type { PermissionRule, RuleSource } from '../../data/permission-rule.ts';

/** A directory that belongs to the workspace. */
export interface WorkingDirectory {
  /** Absolute and real. */
  readonly path: string;
  /** Who added it: removing one source's directory leaves another's. */
  readonly source: RuleSource;
}

/** Something that calls may not change: usually the session's own. */
export interface SealedPath {
  /** Absolute and real: a file, or a directory with everything in it. Need not exist. */
  readonly path: string;
  /** Calls may not read it either. */
  readonly isUnreadable: boolean;
  /** What is in it, for a sentence that continues with "…, which no tool call may read or change". Default: records of the session. */
  readonly holds?: string;
}

/** One immutable snapshot of what is allowed (frozen at run time); a change creates a new one with a higher version. */
export interface PermissionContext {
  readonly version: number;
  readonly mode: PermissionMode;
  /** The mode to return to when plan mode ends. */
  readonly modeBeforePlan: PermissionMode | undefined;
  /** Absolute and real: the one file that plan mode lets calls write. */
  readonly planFile: string | undefined;
  /** Absolute and real: the directory of the agent's own notes, which it reads and writes without a question, except in plan mode. */
  readonly memory: string | undefined;
  /** In plan mode, edits of other files are asked about, as programs built on an agent SDK expect, rather than denied. */
  readonly asksForPlanEdits: boolean;
  /** `bypassPermissions` may be set: it was enabled at launch, and no settings file disables it. */
  readonly isBypassAvailable: boolean;
  /** `auto` may be set: there is a classifier, and no settings file disables it. */
  readonly isAutoAvailable: boolean;
  /** Absolute real paths of the workspace: the working directory first. */
  readonly workingDirectories: readonly string[];
  /** The same with their sources. */
  readonly directories: readonly WorkingDirectory[];
  /** What no call may write, whatever rules and modes allow. */
  readonly sealed: readonly SealedPath[];
  /**
   * Absolute: files and trees that decide what is allowed or run (settings, trust, git hooks). Writing there asks, as for a protected
   * path.
   */
  readonly guarded: readonly string[];
  /** In order of their sources, and as written within each. */
  readonly rules: readonly PermissionRule[];
  /** The directory in which the session started, absolute and real: the base of relative path patterns. */
  readonly root: string;
  /** The home directory, absolute, for `~`; undefined: rules with `~` match nothing, and paths with `~` are unknown. */
  readonly home: string | undefined;
  /** Undefined: the agent works where the session does. */
  readonly isolation?: Isolation | undefined;
  /** Only managed rules apply, and nothing is saved. */
  readonly isManagedOnly: boolean;
}
