/** Tells whether `text` is `pattern`, where each `*` stands for any characters and everything else for itself. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === text;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  const last = pattern.lastIndexOf('*');
  const end = text.length - (pattern.length - last - 1);
  if (end < star || !text.endsWith(pattern.slice(last + 1))) return false;
  let at = star;
  // The first place where a piece fits leaves most room for those after it, so there is nothing to go back for.
  for (const piece of star === last ? [] : pattern.slice(star + 1, last).split('*')) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
