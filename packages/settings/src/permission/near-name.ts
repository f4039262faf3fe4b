/** The known name that somebody probably meant; undefined for a name that is like none. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(2, Math.ceil(plain.length / 3) - 1) + 1;
  for (const candidate of known) {
    if (candidate.toLowerCase() === plain) return candidate;
    if (Math.abs(candidate.length - plain.length) >= least) continue;
    const distance = editDistance(plain, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Longer names are not compared: the comparison takes the product of the lengths. */
const LONGEST = 64;

/** Two letters in each other's place are one slip. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change, swapped));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
