/** The name with the case of its first letter that has two cases swapped; undefined if it has none. */
export function otherCase(name: string): string | undefined {
  for (const [index, letter] of Array.from(name).entries()) {
    const upper = letter.toUpperCase();
    const swapped = upper === letter ? letter.toLowerCase() : upper;
    if (swapped === letter || swapped.length !== letter.length) continue;
    return Array.from(name).with(index, swapped).join('');
  }
  return undefined;
}
