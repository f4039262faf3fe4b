import { PROMISES, type Mutant } from './mutant.ts';

/** The document that lists all mutants, as it must be in `docs/mutants.md`. */
export function renderTable(mutants: readonly Mutant[]): string {
  const rows = mutants
    .toSorted((a, b) => a.promise - b.promise)
    .map(({ name, breaks, promise, test, title }) => {
      const where = title === undefined ? `\`${test}\`` : `\`${test}\`: ${title}`;
      return `| \`${name}\` | ${cell(breaks)} | ${promise} | ${cell(where)} |`;
    });
  return [
    '# Mutants',
    '',
    '<!-- Made from scripts/mutants/ by `npm run mutants -- --docs`. -->',
    '',
    'Each row is a way to break the program on purpose, and the test that turns red when it is broken that way:',
    '`npm run mutants` breaks a copy of the sources, one row after the other, and fails if a test stays green.',
    '',
    'The promises:',
    '',
    ...Object.entries(PROMISES).map(([number, text]) => `${number}. ${text}`),
    '',
    '| mutant | what is broken | promise | test that turns red |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
