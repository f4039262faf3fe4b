import type { LoadedSettings } from '../loaded-settings.ts';
import { withheldSettings } from '../trust/withheld-settings.ts';
import { hostProblem } from './sandbox-network.ts';
import { sandboxPath } from './sandbox-path.ts';
import type { JudgedPart } from '../schema/judged-part.ts';
import type { SettingsProblem } from '../problem.ts';
import { partToProblem } from './part-to-problem.ts';

/** Problems in the sandbox lists that wait for trust: the user should know what trust would enable. */
export function withheldSandboxProblems(
  loaded: Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot' | 'cwd' | 'home'>,
): readonly SettingsProblem[] {
  return withheldSettings(loaded).flatMap(({ key, part }) => {
    const message = problemOf(key, part, loaded);
    return message === undefined ? [] : [partToProblem(part, message)];
  });
}

function problemOf(
  key: string,
  part: JudgedPart,
  loaded: Pick<LoadedSettings, 'cwd' | 'home'>,
): string | undefined {
  if (part.steps.length === 0) return undefined;
  if (key === 'sandbox.network.allowedDomains' || key === 'sandbox.network.deniedDomains') {
    return hostProblem(key, part.value);
  }
  if (!key.startsWith('sandbox.filesystem.')) return undefined;
  const found = sandboxPath(part, loaded);
  return 'problem' in found ? `"${key}": ${found.problem}` : undefined;
}
