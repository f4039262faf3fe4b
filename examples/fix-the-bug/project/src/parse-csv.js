/** Splits one line of CSV into its fields. */
function splitLine(line) {
  return line.split(',');
}

/** Rows of a CSV text as objects, keyed by the names in its first line. */
export function parseCsv(text) {
  const [head, ...rows] = text.trim().split(/\r?\n/).map(splitLine);
  return rows.map((fields) => Object.fromEntries(head.map((name, index) => [name, fields[index]])));
}
