import type { RuleBehavior, RuleProblem, RuleSource } from '@sluice/core';
import { problemText, type SettingsProblem } from '@sluice/settings';
import { placeText } from '../../place-text.ts';

/** Something wrong in the settings: of a file, or of a rule that could be read. */
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
  /** All of it for a person: `file:line:column: message`. To be sanitized where it is shown. */
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
