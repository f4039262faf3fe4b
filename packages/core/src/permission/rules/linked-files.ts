import type { Files } from '../../ports/files.ts';
import { isInside } from '../paths/is-inside.ts';
import { fullPath, type NamedFile } from './named-files.ts';
import { matchPath, segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';

/** With more rules than this, none is looked up: each costs looks at the file system. */
const MAX_RULES = 256;
/** Files of a directory that a rule is about; of a larger one, none is looked up. */
const MAX_NAMES = 256;

/**
 * Finds a file below a directory that is another name (hard link) of one that a rule names, where the rule gives its full path, its directory, or
 * its name, and then it is in the directory from which the rule starts. `path` is the name below the directory, or the directory if it is too large to
 * look for names.
 */
export function createLinkedFiles(
  rules: readonly PathRule[],
  files: Files,
): (directory: string) => NamedFile | undefined {
  const all = rules.flatMap((owner) => owner.patterns.map((pattern) => ({ owner, pattern })));
  return (directory) => {
    if (all.length > MAX_RULES) return undefined;
    for (const { owner, pattern } of all) {
      for (const { inode, path } of linkedOf(pattern, files)) {
        const names = files.otherNames(directory, inode);
        if (names === undefined) return { owner, path: directory };
        const other = names.find((name) => name !== path && matchPath(pattern, segmentsOf(name)) !== true);
        if (other !== undefined && isInside(other, directory)) return { owner, path: other };
      }
    }
    return undefined;
  };
}

/** The files with several names that a pattern is about. */
function linkedOf(
  pattern: PathPattern,
  files: Files,
): readonly { readonly inode: string; readonly path: string }[] {
  const place = fullPath(pattern) ?? `/${[...pattern.anchor, ...pattern.fixed].join('/')}`;
  if (place === '/') return [];
  const own = files.identify(place, '/');
  // Of everything below the directory from which the rule starts, there is too much.
  const isBelowStart = pattern.fixed.length > 0 || fullPath(pattern) !== undefined;
  const names =
    own.inode !== undefined
      ? [place]
      : isBelowStart && own.realPath === place
        ? (files.entriesBeneath(place) ?? [])
        : [];
  if (names.length > MAX_NAMES) return [];
  return names.flatMap((path) => {
    const { inode, links } = files.identify(path, '/');
    if (inode === undefined || links < 2 || matchPath(pattern, segmentsOf(path)) !== true) return [];
    return [{ inode, path }];
  });
}
