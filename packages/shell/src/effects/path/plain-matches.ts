import { textOfPieces } from '../../globs/glob-piece.ts';
import type { Item } from '../item/item.ts';
import type { Standpoint } from './path-effects.ts';

/** No program takes such a word for an option, an assignment, a script of its own or a file of another machine. */
const PLAIN_NAME = /^[\p{L}\p{N}_.][^=:]*$/u;

/**
 * The same words, where a pattern that may match any name is said to become no option if all that it matches now are plain names:
 * `sort *.txt`, and `sort "$f"` in a loop over them.
 */
export function withPlainMatches(items: readonly Item[], standpoint: Standpoint): readonly Item[] {
  return items.map((item) => {
    const { value, isGlob, madeFrom: globs = item.globs } = item;
    const mayBegin = typeof value === 'object' && value.prefix === '';
    if (!mayBegin || !isGlob || globs.length === 0) return item;
    const isPlain = globs.every((pieces) => {
      const { directory } = standpoint;
      const found = standpoint.expand(pieces)?.matches;
      const place = directory === '/' ? '/' : `${directory}/`;
      // Where nothing matches, the word is the pattern itself.
      return (
        PLAIN_NAME.test(textOfPieces(pieces).replace(/^[*?]+/u, 'x')) &&
        found?.every(({ path }) => path.startsWith(place) && PLAIN_NAME.test(path.slice(place.length)))
      );
    });
    return isPlain ? { ...item, value: { ...value, isNoOption: true } } : item;
  });
}
