/** Whether a text matches `pattern`, where each `*` matches any characters and everything else itself. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*');
  const [head = '', ...rest] = pieces;
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let at = head.length;
    // The first place where a piece fits leaves most room for those after it, so no backtracking is needed.
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= end;
  };
}
