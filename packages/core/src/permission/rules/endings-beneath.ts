import type { Files } from '../../ports/files.ts';
import { mayMatchBeneath } from './names-beneath.ts';
import { segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import { ANY_DEPTH } from './path-steps.ts';

/**
 * The first rule that may apply to a file below a directory whose name ends in one of these ways: what a program reads that only looks at
 * `*.py`. A name with a dot is taken for that of a file, unless a directory of that name is there.
 */
export function firstWithEnding(
  rules: readonly PathRule[],
  tree: string,
  endings: readonly string[],
  files: Files,
): PathRule | undefined {
  const segments = segmentsOf(tree);
  return rules.find(({ patterns }) =>
    patterns.some((one) => mayMatchBeneath(one, segments) && mayEndSo(one, { tree, endings, files })),
  );
}

interface Searched {
  readonly tree: string;
  readonly endings: readonly string[];
  readonly files: Files;
}

function mayEndSo(
  { anchor, fixed, steps, beneath, isDirectoryOnly }: PathPattern,
  { tree, endings, files }: Searched,
): boolean {
  if (beneath === 1 || isDirectoryOnly) return true;
  const last = steps.findLast((step) => step !== ANY_DEPTH) ?? fixed.at(-1) ?? anchor.at(-1);
  if (last === undefined) return true;
  const isDirectory = (path: string): boolean => {
    const { inode, links } = files.identify(path, '/');
    return inode === undefined && links > 0;
  };
  if (typeof last === 'object') {
    const { head, tail } = last;
    // `.env.*` is about files that no such program reads.
    return tail === ''
      ? !head.startsWith('.')
      : endings.some((end) => end.endsWith(tail) || tail.endsWith(end));
  }
  if (steps.length === 0 && isDirectory(`/${[...anchor, ...fixed].join('/')}`)) return true;
  return !last.includes('.') || endings.some((end) => last.endsWith(end)) || isDirectory(`${tree}/${last}`);
}
