import type { GitSetting } from './repository.ts';

/** What the tables say about one simple command, given as decoded arguments. */
export type Classification =
  | {
      readonly kind: 'read-only';
      readonly reads: readonly PathUse[];
      /** Its output reports on processes, network, mounts or owners: a sandbox would change its answer. */
      readonly reportsOnMachine: boolean;
      /** Undefined: read-only however it is run. Otherwise only when the runner applies all of it. */
      readonly hardening: Hardening | undefined;
    }
  | { readonly kind: 'not-read-only'; readonly why: string }
  | { readonly kind: 'unknown-program' };

/** A file or directory whose content or names the command reads. */
export interface PathUse {
  /** `list`: only its name, size, times and the like are shown, or those of its contents; `read`: its content. */
  readonly access: 'read' | 'list';
  /** As written, relative to the command's working directory. Undefined: not all of the word is known; see `argument`. */
  readonly path: string | undefined;
  /** The path is relative to the top of the repository in which the command runs, and never absolute. */
  readonly ofRepository?: boolean;
  /** Everything below it is read as well. */
  readonly isRecursive: boolean;
  /** Symbolic links below it are followed, wherever they lead. */
  readonly followsLinks: boolean;
  /** The file may name others, which are read with it: a thin archive. */
  readonly mayNameOthers?: boolean;
  /** Index of the argument that names it. Undefined: the program's default, such as `.` for `ls`. */
  readonly argument: number | undefined;
}

/** How a program must be run so that it can't run what the repository around it configures. */
export interface Hardening {
  /** Added to the environment, replacing what is there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Words to insert before the argument at this index. */
  readonly insertions: readonly { readonly at: number; readonly words: readonly string[] }[];
  /** What the command does with the git repository around it; undefined: it looks for none. */
  readonly repository: RepositoryUse | undefined;
}

/** What a git command does with its repository. */
export interface RepositoryUse {
  /** It converts files of the work tree, so that filters run. */
  readonly runsFilters: boolean;
  /** It shows contents as the programs of `diff.*.textconv` convert them. */
  readonly convertsShown?: boolean;
  /** It reads the files of the work tree that the index names. */
  readonly followsIndex: boolean;
  /**
   * It only says where the repository is, and would say it in other words if variables named the place: it finds the repository
   * by itself. Nothing hangs on which one that is.
   */
  readonly isUnpinned?: boolean;
  /** Files of its directory that it reads, through symbolic links too, where git finds no repository. */
  readonly withoutRepository?: readonly string[];
  /** Whether its output may reveal a setting's value. */
  readonly tells: (setting: GitSetting) => boolean;
}
