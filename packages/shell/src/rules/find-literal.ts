/**
 * Finds a text in others, in time linear in the sum of their lengths (Knuth, Morris, Pratt). Returns the position after
 * the first occurrence at or after `from`, or -1.
 */
export function literalFinder(needle: string): (text: string, from: number) => number {
  // Of each beginning of the needle, the length of its longest proper ending that is a beginning too.
  const borders = new Uint32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at += 1) {
    while (length > 0 && needle[at] !== needle[length]) length = borders[length - 1] ?? 0;
    if (needle[at] === needle[length]) length += 1;
    borders[at] = length;
  }
  return (text, from) => {
    if (needle === '') return from;
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      while (matched > 0 && text[at] !== needle[matched]) matched = borders[matched - 1] ?? 0;
      if (text[at] === needle[matched]) matched += 1;
      if (matched === needle.length) return at + 1;
    }
    return -1;
  };
}
