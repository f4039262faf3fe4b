import type { Files } from '../../ports/files.ts';
import type { PathPattern } from './path-pattern.ts';
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
 * Finds the first rule that names a file by another of its names (hard links), as far as a few looks tell: the rule gives its full path,
 * its directory, or its name, and then it is in the directory from which the rule starts.
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
  return (path) => {
    if (named.length === 0) return undefined;
    const { inode, links } = files.identify(path, '/');
    if (inode === undefined || links < 2) return undefined;
    for (const one of named) {
      const found = nameOf(inode, one.path, files);
      if (found !== undefined) return { owner: one.owner, path: found };
    }
    return undefined;
  };
}

/** Of a pattern without wildcards; one that matches at any depth is looked for where it starts. */
function fullPath({ anchor, fixed, steps }: PathPattern): string | undefined {
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
