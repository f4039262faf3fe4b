import type { RuleSource } from '@sluice/core';

/** A place at which settings are looked for. */
export interface SettingsFile {
  readonly source: Exclude<RuleSource, 'session'>;
  /** Absolute; undefined for JSON that was given on the command line. */
  readonly path: string | undefined;
  /** What was given on the command line instead of a path. */
  readonly text?: string;
  /** Where its path patterns with one leading `/`, and its relative directories, start. */
  readonly root: string;
  /** The directory whose repository might have brought the file. */
  readonly repositoryRoot?: string;
}
