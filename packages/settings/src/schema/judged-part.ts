import type { SettingsLayer } from '../read/read-layer.ts';

/** What one file sets for a key, or one entry of it, and what happens to it. */
export interface JudgedPart {
  readonly source: SettingsLayer['source'];
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
  /** 1-based; undefined if it is too deep to locate. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Below the key: the index in a list, the name in an object; empty for the whole value. */
  readonly steps: readonly (string | number)[];
  /** As written in the file. */
  readonly given: unknown;
  /** The effective value: the same, unless it is invalid. */
  readonly value: unknown;
  readonly status: 'counts' | 'overridden' | 'ignored';
  /** It is ignored only because it is invalid. */
  readonly isInvalid: boolean;
  /** Why it is ignored, or treated as something else. */
  readonly reason: string | undefined;
}
