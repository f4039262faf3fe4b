/** The name with its first letter that has two cases in the other one; undefined: it has none. */
export function otherCase(name: string): string | undefined {
  for (const [index, letter] of Array.from(name).entries()) {
    const upper = letter.toUpperCase();
    const swapped = upper === letter ? letter.toLowerCase() : upper;
    if (swapped === letter || swapped.length !== letter.length) continue;
    return Array.from(name).with(index, swapped).join('');
  }
  return undefined;
}
