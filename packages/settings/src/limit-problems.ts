import type { SettingsProblem } from './problem.ts';

/** Per file. Users fix the first few, and more would bury everything else. */
const MAX = 50;

/** The first problems of one file, and one line that summarizes the others. */
export function limitProblems(problems: readonly SettingsProblem[]): readonly SettingsProblem[] {
  if (problems.length <= MAX) return problems;
  const sorted = problems.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  const [first] = sorted.slice(MAX);
  if (first === undefined) return problems;
  const { code, severity, source, file } = first;
  const message = `There are ${problems.length - MAX} more problems: fix the first ones, and look again.`;
  return [...sorted.slice(0, MAX), { code, severity, source, file, message }];
}
