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

/** Something in the settings that doesn't count, or not as its author may think. The rest counts. */
export interface SettingsProblem {
  readonly code: SettingsProblemCode;
  /** An `error` should end the start: a file that was asked for by name, or a policy, can't be read. */
  readonly severity: 'error' | 'warning';
  readonly source: RuleSource;
  /** Absolute; absent for what came from the command line. */
  readonly file?: string;
  /** From 1; the column counts UTF-16 units. */
  readonly line?: number;
  readonly column?: number;
  /** What is wrong and how to mend it, in one or two sentences. */
  readonly message: string;
}

/** What a problem's text needs. */
interface ProblemToTell {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** `file:line:column: message`, as editors and terminals read it. */
export function problemText(problem: ProblemToTell): string {
  const { file, line, column, message } = problem;
  const place = [file ?? 'command line', line, column].filter((part) => part !== undefined);
  return `${place.join(':')}: ${message}`;
}
