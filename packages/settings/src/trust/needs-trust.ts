import { lstatSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Repository } from '../place/find-repository.ts';
import type { SettingsFile } from '../read/settings-file.ts';
import { isTracked } from './is-tracked.ts';

/**
 * Whether a file may have come with the repository, so that what it allows requires trust: always for a project file; for a local one if
 * git tracks it, or if it is reached through a linked directory.
 */
export function needsTrust(file: SettingsFile, repository: Repository | undefined): boolean {
  if (file.source === 'project') return true;
  if (file.source !== 'local' || file.path === undefined) return false;
  if (isLink(dirname(file.path))) return true;
  if (repository === undefined) return false;
  const { root, mainRoot, gitDirectory, commonDirectory } = repository;
  return [
    { directory: mainRoot, git: commonDirectory },
    { directory: root, git: gitDirectory },
  ].some(({ directory, git }) => {
    const path = relative(directory, file.path ?? '');
    return path !== '' && !path.startsWith(`..${sep}`) && isTracked(git, path.split(sep).join('/'));
  });
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
