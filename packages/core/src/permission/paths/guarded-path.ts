import type { FileAction } from '../action.ts';
import type { PathSpellings } from '../compiled-rules.ts';
import { isInside } from './is-inside.ts';

/** Which guarded path an access would change: one that contains the file, or one below what is removed or overwritten. */
export function guardedPath(
  guarded: readonly string[],
  { isTree, removal, access }: Pick<FileAction, 'access' | 'isTree' | 'removal'>,
  { lexical, real }: PathSpellings,
): string | undefined {
  const isWhole = (access === 'remove' || isTree) && removal !== 'some' && removal !== 'found';
  return guarded.find(
    (path) =>
      isInside(real, path) ||
      isInside(lexical, path) ||
      (isWhole && (isInside(path, real) || isInside(path, lexical))),
  );
}
