import type { SettingsLayer } from '../read/read-layer.ts';

/** What one file says of a key, or one entry of it, and what becomes of that. */
export interface JudgedPart {
  readonly source: SettingsLayer['source'];
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
  /** From 1; undefined for what stands too deep to be found. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Below the key: the index in a list, the name in an object; empty for the whole value. */
  readonly steps: readonly (string | number)[];
  /** As the file has it. */
  readonly given: unknown;
  /** As it counts: the same, unless it makes no sense. */
  readonly value: unknown;
  readonly status: 'counts' | 'overridden' | 'ignored';
  /** Why it doesn't count, or counts as something else. */
  readonly reason: string | undefined;
}
