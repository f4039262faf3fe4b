import { resolve } from 'node:path';

/** A glob, split into the folder that it can be looked for in and what is left to match there. */
export interface GlobPattern {
  /** Absolute: the search root joined with the pattern's leading plain segments, so that less is walked. */
  readonly folder: string;
  /** The value of rg's `--glob`, anchored at `folder`. */
  readonly glob: string;
}

/**
 * `*.ts` matches directly in `root` only, `**` crosses folders; `./`, `../` and an absolute pattern are followed.
 * A pattern's own `..` after a wildcard is left as it is and matches nothing.
 */
export function splitGlobPattern(pattern: string, root: string): GlobPattern {
  const segments = pattern.split('/');
  let plain = 0;
  while (plain < segments.length - 1 && !/[*?[{\\]/.test(segments[plain] ?? '')) plain++;
  const base = segments.slice(0, plain).join('/');
  const rest = segments.slice(plain).join('/');
  return {
    folder: resolve(root, pattern.startsWith('/') ? `/${base}` : base),
    // rg reads globs as gitignore lines: the slash anchors, and spaces at the end would be dropped.
    glob: `/${rest.replace(/(?<!\\) +$/, (spaces) => '[ ]'.repeat(spaces.length))}`,
  };
}
