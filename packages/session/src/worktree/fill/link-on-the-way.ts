import { lstatSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A symbolic link between a checkout and a path in it. */
export function linkOnTheWay(mainRoot: string, path: string): string | undefined {
  let at = mainRoot;
  for (const segment of relative(mainRoot, path).split('/')) {
    at = join(at, segment);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
  }
  return undefined;
}
