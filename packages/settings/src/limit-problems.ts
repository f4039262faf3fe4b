import type { SettingsProblem } from './problem.ts';

/** Per file. Users fix the first few, and more would bury everything else. */
const MOST = 50;

/** The first problems of one file, and one line that summarizes the others. */
export function limitProblems(problems: readonly SettingsProblem[]): readonly SettingsProblem[] {
  const first = problems[MOST];
  if (first === undefined) return problems;
  const { code, severity, source, file } = first;
  const message = `There are ${problems.length - MOST} more problems: mend the first ones, and look again.`;
  return [...problems.slice(0, MOST), { code, severity, source, file, message }];
}
