import type { RuleSource } from '@sluice/core';

export type SettingsProblemCode =
  | 'unreadable'
  | 'not-a-file'
  | 'too-large'
  | 'not-utf8'
  | 'syntax'
  | 'duplicate-key'
  | 'wrong-value'
  | 'malformed-rule'
  | 'unknown-key'
  | 'ignored-here'
  | 'unknown-event'
  | 'bad-matcher'
  | 'not-available'
  | 'untrusted'
  | 'missing-directory';

/** Something in the settings that is ignored, or doesn't do what its author may think. The rest takes effect. */
export interface SettingsProblem {
  readonly code: SettingsProblemCode;
  /** An `error` should abort the start: a file requested by name, or a policy, can't be read. */
  readonly severity: 'error' | 'warning';
  readonly source: RuleSource;
  /** Absolute; absent for the command line. */
  readonly file?: string;
  /** 1-based; the column is in UTF-16 units. */
  readonly line?: number;
  readonly column?: number;
  /** What is wrong and how to fix it, in one or two sentences. */
  readonly message: string;
}

/** The parts of a problem that its text needs. */
interface ProblemToReport {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** `file:line:column: message`, the format that editors and terminals recognize. */
export function problemText(problem: ProblemToReport): string {
  const { file, line, column, message } = problem;
  const place = [file ?? 'command line', line, column].filter((part) => part !== undefined);
  return `${place.join(':')}: ${message}`;
}
