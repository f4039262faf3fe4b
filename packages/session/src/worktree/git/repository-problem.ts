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
  const report = readerOf(gitEnvironment(), root)(root);
  if (report.status === 'none') return 'git finds no repository here';
  if (report.status === 'unknown') return report.why;
  if (report.workTree === undefined || realOf(report.workTree) !== root)
    return `the repository makes git work in ${report.workTree ?? 'no directory'} instead of ${root}`;
  const { gitSettingsRefusal } = await import('@sluice/shell');
  const refusal = gitSettingsRefusal(report.settings, { runsFilters: true });
  if (refusal !== undefined) return refusal;
  const links = report.links();
  if (links === undefined) return 'the targets of the links in its git directory are unknown';
  const elsewhere = [...report.places, ...links].find((place) => !isInside(realOf(place), root));
  return elsewhere === undefined ? undefined : `the repository's data is elsewhere (${elsewhere})`;
}

let kept: { readonly key: string; readonly reader: ReturnType<typeof createRepositoryReader> } | undefined;

/** The same one again for the same checkout, so that git is asked only if anything that it has reported has changed. */
function readerOf(env: Readonly<Record<string, string>>, root: string) {
  const key = JSON.stringify([root, env]);
  if (kept?.key !== key) {
    const isSuspect = (directory: string): boolean => !isAbsolute(directory) || isInside(directory, root);
    kept = { key, reader: createRepositoryReader({ env, git: () => findGit(env['PATH'], isSuspect) }) };
  }
  return kept.reader;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
