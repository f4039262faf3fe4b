import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isInside } from '@sluice/core';
import { createRepositoryReader, findGit } from '@sluice/tools';
import { gitEnvironment } from './run-git.ts';

/**
 * Why git must not check out or compare files in a repository unasked, as a clause: its own configuration may start a program, or
 * it takes data from elsewhere. Git itself is asked what it would use, which starts nothing. Undefined: there is no reason.
 * @param root absolute and real: the top of a checkout
 */
export async function repositoryProblem(root: string): Promise<string | undefined> {
  const env = gitEnvironment();
  const report = createRepositoryReader({
    env,
    git: () => findGit(env['PATH'], (directory) => !isAbsolute(directory) || isInside(directory, root)),
  })(root);
  if (report.status === 'none') return 'git finds no repository here';
  if (report.status === 'unknown') return report.why;
  if (report.workTree === undefined || realOf(report.workTree) !== root)
    return `the repository has git work in ${report.workTree ?? 'no directory'} instead of ${root}`;
  const { gitSettingsRefusal } = await import('@sluice/shell');
  const refusal = gitSettingsRefusal(report.settings, { runsFilters: true });
  if (refusal !== undefined) return refusal;
  const links = report.links();
  if (links === undefined) return 'what the links in its git directory lead to is not known';
  const elsewhere = [...report.places, ...links].find((place) => !isInside(realOf(place), root));
  return elsewhere === undefined ? undefined : `the repository takes its data from elsewhere (${elsewhere})`;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
