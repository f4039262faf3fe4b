import type { CheckContext, Clock } from '@sluice/core';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of the search tools; everything has a default. */
export interface SearchOptions {
  /** Path or name of the `rg` to run. Default: the bundled one, else `rg` on PATH. */
  readonly ripgrep?: string;
  /** Milliseconds after which a search stops with what it has found. Default 20,000; 60,000 under WSL. */
  readonly timeLimitMs?: number;
  /**
   * Whether a file may be named in a result: put `Read` deny rules here. Receives an absolute path (invalid UTF-8 becomes U+FFFD) and, if
   * known, the same with all links resolved; called for every file that matches. Must be synchronous; a throw fails the call. Default:
   * every file.
   */
  readonly mayRead?: (path: string, context: CheckContext, realPath?: string) => boolean;
  /** Where settings are looked up. Default `process.env`. */
  readonly environment?: Environment;
  /** Marks the environment of rg, so that it ends with this program even if that is killed. Default: no mark. */
  readonly watched?: (environment: Environment) => Environment;
  /** Timer for the time limit. Default: a real one that does not keep the program alive. */
  readonly clock?: Pick<Clock, 'setTimer'>;
}
