import { literalFinder } from './find-literal.ts';

/**
 * Whether texts are made of the pieces in order, with anything between them. The first occurrence of a piece is
 * always a right one to take, so that nothing is tried twice.
 */
export function piecesMatcher(pieces: readonly string[]): (text: string) => boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  const finders = others.map(literalFinder);
  const least = first.length + last.length;
  return (text) => {
    if (text.length < least || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const find of finders) {
      at = find(text, at);
      if (at === -1 || at > end) return false;
    }
    return true;
  };
}
