import type { SettingsProblem } from '../problem.ts';
import type { JudgedPart } from '../schema/judged-part.ts';

/** A problem with an entry, with its place. */
export function partToProblem({ source, file, line, column }: JudgedPart, message: string): SettingsProblem {
  return {
    code: 'wrong-value',
    severity: 'warning',
    source,
    file,
    line,
    column,
    message,
  };
}
