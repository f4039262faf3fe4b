/** Letters to add, drop or change; two letters that are swapped are treated as one mistake. */
export function editDistance(a: string, b: string): number {
  let beforeThat: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeThat[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap));
    }
    [beforeThat, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
