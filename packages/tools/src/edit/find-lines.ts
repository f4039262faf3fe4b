/**
 * Index of the first line where `wanted` stands in `lines` as a text would: its first line at the end of one, the middle ones whole,
 * its last at the start of one. -1 when it does not.
 */
export function findLines(lines: readonly string[], wanted: readonly string[]): number {
  if (wanted.every((line) => line === '')) return -1;
  return lines.findIndex((_, start) => standsAt(lines, wanted, start));
}

function standsAt(lines: readonly string[], wanted: readonly string[], start: number): boolean {
  const last = wanted.length - 1;
  return wanted.every((line, index) => {
    const found = lines[start + index];
    if (found === undefined) return false;
    if (last === 0) return found.includes(line);
    if (index === 0) return found.endsWith(line);
    return index === last ? found.startsWith(line) : found === line;
  });
}
