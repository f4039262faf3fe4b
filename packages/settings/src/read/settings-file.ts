import type { RuleSource } from '@sluice/core';

/** A location to look for settings. */
export interface SettingsFile {
  readonly source: Exclude<RuleSource, 'session'>;
  /** Absolute; undefined for JSON given on the command line. */
  readonly path: string | undefined;
  /** The JSON given on the command line instead of a path. */
  readonly text?: string;
  /** Base of its path patterns with one leading `/`, and of its relative directories. */
  readonly root: string;
  /** The directory whose repository may have brought the file. */
  readonly repositoryRoot?: string;
}
