import type { FileEffect } from '../analysis.ts';
import { repositoryAt } from '../state/repository-at.ts';
import { resolvePath, type Standpoint } from '../path/path-effects.ts';
import type { Shell } from '../state/walk.ts';

/** What git tells of the tree from its top, kept content too. */
export function repositoryEffects(
  shell: Shell,
  access: FileEffect['access'],
  path: string | undefined,
  isTree: boolean,
  { places }: Standpoint,
): readonly FileEffect[] {
  const starts = places === undefined || places.length === 0 ? [undefined] : places;
  return starts.map((directory) => {
    const report = repositoryAt(shell, directory);
    const root =
      report.status === 'found' ? report.workTree : report.status === 'none' ? directory : undefined;
    const place = root === undefined || path === undefined ? undefined : resolvePath(path, root);
    return { access, path: place, isTree, isPast: true, written: path ?? '' };
  });
}
