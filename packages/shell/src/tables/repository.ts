/** What git itself says it would use in a directory. */
export type RepositoryReport =
  | {
      readonly status: 'unknown';
      /** For the user, without a full stop. */
      readonly why: string;
    }
  | RepositoryLess
  | Repository;

/** Git finds no repository around the directory. */
export interface RepositoryLess {
  readonly status: 'none';
  readonly settings: readonly GitSetting[];
  /** Variables that keep git to this answer. */
  readonly pins: Readonly<Record<string, string>>;
}

export interface Repository {
  readonly status: 'found';
  /** Absolute; undefined: a bare repository, or the directory lies inside the git directory. */
  readonly workTree: string | undefined;
  /** Absolute paths that git reads besides the work tree and its own `.git` directory. */
  readonly places: readonly string[];
  /** The same for a repository elsewhere that itself lists the work tree as its own: the user has linked the two. */
  readonly ownPlaces: readonly string[];
  /** Absolute paths to which symbolic links in its git directory lead; undefined: not known. Must not throw. */
  readonly links: () => readonly string[] | undefined;
  /**
   * Absolute paths at which git would read files of the index that need not lie in the work tree; undefined: not known.
   * Asked only for commands that read such files. Must not throw.
   */
  readonly strays: () => readonly string[] | undefined;
  /** Every setting that is in effect, in the order in which git reads them. */
  readonly settings: readonly GitSetting[];
  /** Variables that keep git to this answer. */
  readonly pins: Readonly<Record<string, string>>;
}

/** One setting of git, as `git config --list --show-scope --show-origin` reports it. */
export interface GitSetting {
  /** In full; section and name in lower case, the part between them as written. */
  readonly key: string;
  /** Undefined: a key without a value, which means true. */
  readonly value: string | undefined;
  readonly scope: 'system' | 'global' | 'local' | 'worktree' | 'command';
  /** Absolute path of the file that holds it; undefined: the environment does. */
  readonly file: string | undefined;
  /** It comes with the repository, not from the user or the machine. */
  readonly isOfRepository: boolean;
}
