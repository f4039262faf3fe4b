import { join } from 'node:path';
import { presentItems } from '@sluice/base';
import { parseRule, type PermissionRule, type RuleBehavior, type RuleProblem } from '@sluice/core';
import { loadSettings, saveUpdate, type SettingsPlace } from '@sluice/settings';
import { openRules, type OpenedRules } from '../open-rules.ts';
import { placeText } from '../../place-text.ts';
import { refused, type RuleChange } from './rule-change.ts';
import type { Destination } from './rule-words.ts';

interface NewRule {
  readonly behavior: RuleBehavior;
  readonly text: string;
  readonly destination: Destination;
  /** Write it even if it can't match anything it may be intended for. Default: false. */
  readonly isForced?: boolean;
}

/** Problem codes for a rule that matches no call, or none that its author can have intended. */
const MISSES_ITS_PURPOSE: ReadonlySet<RuleProblem['code']> = new Set([
  'never-matches',
  'matches-quoted-only',
  'unknown-tool',
  'wrong-case',
]);

/**
 * Writes a rule to a settings file, unless it would have no effect; reports problems with it, and rules it makes
 * useless.
 */
export async function addRule(rule: NewRule, place: SettingsPlace): Promise<RuleChange> {
  const { behavior, destination } = rule;
  const text = rule.text.trim();
  const parsed = parseRule(text);
  if (!parsed.ok) {
    return refused(`The rule ${JSON.stringify(rule.text)} can't be saved: ${parsed.problem}.`);
  }
  const opened = openRules(place);
  const present = opened.rules.find(
    (one) => one.behavior === behavior && one.source === destination && one.text.trim() === text,
  );
  if (present !== undefined) {
    const message = `${behavior} ${text} is already in ${placeText(present)}; nothing was written`;
    return { ok: true, files: [], message, warnings: withheldWarning({ ...rule, text }, place) };
  }
  const candidate: PermissionRule = Object.freeze({
    behavior,
    text,
    source: destination,
    root: rootOf(destination, place),
  });
  const problems = newProblems(opened, candidate);
  const ignored = problems.find((problem) => problem.rule === candidate && problem.isIgnored);
  if (ignored !== undefined) {
    return refused(`The rule ${text} would have no effect and was not saved: ${sentence(ignored.message)}`);
  }
  const idle = problems.find(({ rule: of, code }) => of === candidate && MISSES_ITS_PURPOSE.has(code));
  if (idle !== undefined && rule.isForced !== true) {
    return refused(
      `The rule ${text} was not saved: ${sentence(idle.message)} To save it as it is, add --force.`,
    );
  }
  const warnings = problems.map((problem) => problemWarning(problem, candidate));
  const saved = await saveUpdate({ type: 'addRules', behavior, rules: [text], destination }, place);
  if (!saved.ok) return refused(saved.message, warnings);
  return {
    ok: true,
    files: saved.files,
    message: `added to ${saved.files.join(', ')}: ${behavior} ${text}`,
    warnings: presentItems([...warnings, saved.warning, ...withheldWarning({ ...rule, text }, place)]),
  };
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The base directory of a `/path` in the rule. */
function rootOf(destination: Destination, { cwd, home, env }: SettingsPlace): string {
  if (destination !== 'user') return cwd;
  const moved = env['SLUICE_CONFIG_DIR'];
  if (moved !== undefined && moved !== '') return moved;
  return home === undefined ? cwd : join(home, '.sluice');
}

/** Problems of the new rule, and of those it affects. */
function newProblems({ rules, problems, examine }: OpenedRules, candidate: PermissionRule): RuleProblem[] {
  const known = new Map<PermissionRule, Set<RuleProblem['code']>>();
  for (const { rule, code } of problems) known.set(rule, (known.get(rule) ?? new Set()).add(code));
  return examine([...rules, candidate]).filter(({ rule, code }) => known.get(rule)?.has(code) !== true);
}

function problemWarning({ rule, message }: RuleProblem, candidate: PermissionRule): string {
  return rule === candidate ? message : `${placeText(rule)}: ${rule.behavior} ${rule.text}: ${message}`;
}

/** A rule in its file that has no effect. */
function withheldWarning({ behavior, text, destination }: NewRule, place: SettingsPlace): string[] {
  const { withheld } = loadSettings(place);
  const isWithheld = withheld?.rules.some(
    (one) => one.behavior === behavior && one.source === destination && one.text.trim() === text,
  );
  if (withheld === undefined || isWithheld !== true) return [];
  return [`the rule is not used, because ${withheld.root} is not trusted`];
}
