import type { SettingsProblem } from '@sluice/settings';
import type { OpenedRules } from '../open-rules.ts';
import { malformedRules } from '../list/malformed-rules.ts';
import { findingOfRule, findingOfSettings, type Finding } from './finding.ts';

export interface CheckResult {
  /** By file, line and column. */
  readonly findings: readonly Finding[];
  /** Number of files found, and of rules and hooks in them. */
  readonly files: number;
  readonly rules: number;
  readonly hooks: number;
}

const LAST = Number.MAX_SAFE_INTEGER;

export function checkRules(
  { loaded, rules, problems }: OpenedRules,
  others: readonly SettingsProblem[] = [],
  hooks = 0,
): CheckResult {
  const { layers } = loaded;
  const known = new Set(layers.map(({ file }) => file));
  const unusable = new Set(loaded.problems.map(({ file }) => file).filter((file) => !known.has(file)));
  // A directory that isn't trusted is not a mistake in its files.
  const more = others.filter(({ code }) => code !== 'untrusted');
  const findings = [...[...loaded.problems, ...more].map(findingOfSettings), ...problems.map(findingOfRule)];
  return {
    findings: findings.toSorted(byPlace),
    files: layers.length + unusable.size,
    rules: rules.length + malformedRules(loaded).length,
    hooks,
  };
}

function byPlace(one: Finding, other: Finding): number {
  const [file, otherFile] = [one.file ?? '', other.file ?? ''];
  if (file !== otherFile) return file < otherFile ? -1 : 1;
  // A finding about the whole file, such as how many more there are, comes last.
  return (one.line ?? LAST) - (other.line ?? LAST) || (one.column ?? 0) - (other.column ?? 0);
}
