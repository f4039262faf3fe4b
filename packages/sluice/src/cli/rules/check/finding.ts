import type { RuleBehavior, RuleProblem, RuleSource } from '@sluice/core';
import { problemText, type SettingsProblem } from '@sluice/settings';
import { placeText } from '../../place-text.ts';

/** A problem in the settings: in a file, or with a rule that could be parsed. */
export interface Finding {
  readonly code: SettingsProblem['code'] | RuleProblem['code'];
  readonly severity: SettingsProblem['severity'];
  readonly source: RuleSource;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly behavior?: RuleBehavior;
  readonly rule?: string;
  readonly message: string;
  /** The complete text for the user: `file:line:column: message`. Sanitize it where it is displayed. */
  readonly text: string;
}

export function findingOfSettings(problem: SettingsProblem): Finding {
  return { ...problem, text: problemText(problem) };
}

export function findingOfRule({ rule, code, message, isIgnored }: RuleProblem): Finding {
  const { behavior, text, source, file, line } = rule;
  const effect = isIgnored ? ' (the rule has no effect)' : '';
  return {
    code,
    severity: 'warning',
    source,
    file,
    line,
    behavior,
    rule: text,
    message,
    text: `${placeText(rule)}: ${behavior} ${text}: ${message}${effect}`,
  };
}
