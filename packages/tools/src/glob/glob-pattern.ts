import { resolve } from 'node:path';

/** A glob, split into the directory to search and the pattern to match there. */
export interface GlobPattern {
  /** Absolute: the search root plus the pattern's leading plain segments, so that less is walked. */
  readonly folder: string;
  /** The value of rg's `--glob`, anchored at `folder`. */
  readonly glob: string;
}

/**
 * `*.ts` matches directly in `root` only, `**` crosses directories; `./`, `../` and absolute patterns are resolved. A `..` after a
 * wildcard is left as is and matches nothing.
 */
export function splitGlobPattern(pattern: string, root: string): GlobPattern {
  const segments = pattern.split('/');
  let plain = 0;
  while (plain < segments.length - 1 && !/[*?[{\\]/.test(segments[plain] ?? '')) plain++;
  const base = segments.slice(0, plain).join('/');
  const rest = segments.slice(plain).join('/');
  return {
    folder: resolve(root, pattern.startsWith('/') ? `/${base}` : base),
    // rg reads globs as gitignore lines: the slash anchors them, and trailing spaces would be dropped.
    glob: `/${rest.replace(/(?<!\\) +$/, (spaces) => '[ ]'.repeat(spaces.length))}`,
  };
}
