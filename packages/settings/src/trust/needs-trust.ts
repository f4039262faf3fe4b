import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Repository } from '../place/find-repository.ts';
import type { SettingsFile } from '../read/settings-file.ts';
import { isTracked } from './is-tracked.ts';

/**
 * Whether a file may have come with the repository, so that what it allows requires trust: always for a project file; for a local one if
 * git tracks it, if it is in a repository of its own, or if it is reached through a linked directory.
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
    if (path === '' || path.startsWith(`..${sep}`)) return false;
    return isTracked(git, path.split(sep).join('/')) || isInOtherRepository(directory, path);
  });
}

/** A repository within the repository, such as a submodule, brings its own files. */
function isInOtherRepository(directory: string, path: string): boolean {
  const steps = path.split(sep);
  return steps.slice(1).some((_, index) => exists(join(directory, ...steps.slice(0, index + 1), '.git')));
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
