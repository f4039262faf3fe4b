import type { Files } from '../../ports/files.ts';
import { matchPath, segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import { ANY_DEPTH } from './path-steps.ts';

/** A file that a rule names under another name than the one asked about. */
export interface NamedFile {
  readonly owner: PathRule;
  readonly path: string;
}

/** Files directly in a directory that a rule names are compared if they are no more than these. */
const MAX_NAMES = 256;

/**
 * Finds the first rule that names a file by another of its names (hard links). Where the rule gives its full path, its directory, or its
 * name, and then it is in the directory from which the rule starts, a few looks tell. Otherwise it is looked for below the directory of the rule, if
 * that isn't large.
 */
export function createNamedFiles(
  rules: readonly PathRule[],
  files: Files,
): (path: string) => NamedFile | undefined {
  const named = rules.flatMap((owner) =>
    owner.patterns.flatMap((pattern) => {
      const path = fullPath(pattern);
      return path === undefined ? [] : [{ owner, path }];
    }),
  );
  const all = rules.flatMap((owner) => owner.patterns.map((pattern) => ({ owner, pattern })));
  return (path) => {
    if (all.length === 0) return undefined;
    const { inode, links } = files.identify(path, '/');
    if (inode === undefined || links < 2) return undefined;
    for (const one of named) {
      const found = nameOf(inode, one.path, files);
      if (found !== undefined) return { owner: one.owner, path: found };
    }
    for (const { owner, pattern } of all) {
      const start = [...pattern.anchor, ...pattern.fixed].join('/');
      const names = start === '' ? [] : files.otherNames(`/${start}`, inode);
      const found = names?.find((name) => matchPath(pattern, segmentsOf(name)) === true);
      if (found !== undefined) return { owner, path: found };
    }
    return undefined;
  };
}

/** Of a pattern without wildcards; one that matches at any depth is looked for where it starts. */
export function fullPath({ anchor, fixed, steps }: PathPattern): string | undefined {
  const rest = steps[0] === ANY_DEPTH ? steps.slice(1) : steps;
  const names = rest.filter((step) => typeof step === 'string');
  if (names.length < rest.length || (rest.length === 0 && steps.length > 0)) return undefined;
  return `/${[...anchor, ...fixed, ...names].join('/')}`;
}

function nameOf(inode: string, path: string, files: Files): string | undefined {
  const found = files.identify(path, '/');
  if (found.inode !== undefined) return found.inode === inode ? path : undefined;
  // A directory has no inode here, but at least one name.
  const names = found.links === 0 ? [] : (files.entriesBeneath(path, 1) ?? []);
  if (names.length > MAX_NAMES) return undefined;
  return names.find((name) => files.identify(name, '/').inode === inode);
}
