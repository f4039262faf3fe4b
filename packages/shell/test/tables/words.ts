/**
 * The words of an example line: separated by one blank, `'…'` keeps blanks together, `??` is a word that is not known.
 */
export function words(line: string): (string | undefined)[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^ '])+/g), ([word]) =>
    word === '??' ? undefined : word.replaceAll("'", ''),
  );
}

/** The lines of a table; blank lines separate programs. */
export function lines(table: string): string[] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
