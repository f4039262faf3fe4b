/** Programs that print lines of what they read, and how many operands they take before the names of files. */
const LINE_FILTERS: ReadonlyMap<string, number> = new Map([
  ...['sort', 'uniq', 'head', 'tail'].map((name) => [name, 0] as const),
  ...['grep', 'egrep', 'fgrep', 'rg'].map((name) => [name, 1] as const),
]);

/** Whether a command prints only lines of its input: `sort -u`, `grep -v x`, but not `sort FILE`. */
export function isLineFilter([name = '', ...words]: readonly (string | undefined)[]): boolean {
  const most = LINE_FILTERS.get(name);
  if (most === undefined) return false;
  // The value of an option, such as `-n 3`, is a number; what else follows one is counted as an operand.
  const operands = words.filter((word) => word === undefined || !/^(?:[-+].+|\d+)$/u.test(word));
  return (
    operands.length <= most && !words.some((word) => word === undefined || /^(?:-\w*f|--file)/u.test(word))
  );
}
