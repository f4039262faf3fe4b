import type { Files } from '../../ports/files.ts';
import { isInside } from '../paths/is-inside.ts';
import { fullPath, type NamedFile } from './named-files.ts';
import { matchPath, segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';

/** With more rules than this, none is looked up: each costs looks at the file system. */
const MAX_RULES = 256;
/** Files of a directory that a rule is about; of a larger one, none is looked up. */
const MAX_NAMES = 256;
/** The same below the directory where a pattern with wildcards starts. */
const MAX_FOUND = 2_000;

/**
 * Finds a file below a directory that is another name (hard link) of one that a rule names, where the rule gives its full path, its directory, or
 * its name, and then it is in the directory from which the rule starts. Otherwise it is looked for below the directory where the wildcards of the rule
 * start, if that isn't large. `path` is the name below the directory, or the directory if it is too large to
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
  return namesOf(pattern, files).flatMap((path) => {
    const { inode, links } = files.identify(path, '/');
    return inode === undefined || links < 2 ? [] : [{ inode, path }];
  });
}

function namesOf(pattern: PathPattern, files: Files): readonly string[] {
  const isOne = (path: string): boolean => matchPath(pattern, segmentsOf(path)) === true;
  // Also where there is too much below the directory from which the rule starts.
  const usual = usualNames(pattern, files).filter(isOne);
  const start = `/${[...pattern.anchor, ...pattern.fixed].join('/')}`;
  if (pattern.steps.length === 0 || start === '/') return usual;
  const last = pattern.steps.at(-1);
  const part = typeof last === 'string' ? `/${last.toLowerCase()}` : '/';
  const all = files.filesBeneath(start)?.filter((path) => path.toLowerCase().includes(part) && isOne(path));
  return all === undefined || all.length > MAX_FOUND ? usual : [...new Set([...usual, ...all])];
}

function usualNames(pattern: PathPattern, files: Files): readonly string[] {
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
  return names.length > MAX_NAMES ? [] : names;
}
