import type { Argument } from '../argument.ts';
import type { Arguments, ParsedArguments, Row } from '../row.ts';

/** Options with which a command leaves files alone, by first name. */
const SPARING: ReadonlySet<string> = new Set(
  '-n --quit --continue --show-current-patch --cached -S -p -l'.split(' '),
);

/** `-n --no-dry-run` is not a dry run: without the sparing options that a `--no-` of the line may take back. */
export function withoutTakenBack(row: Row, parsed: ParsedArguments, words: Arguments): ParsedArguments {
  const given = new Map(
    [...parsed.given].filter(([name]) => {
      const names = row.options.find((option) => option.names[0] === name)?.names ?? [];
      return !SPARING.has(name) || !names.some((one) => mayBeTakenBack(one, words));
    }),
  );
  return { ...parsed, given };
}

/** Whether a word may be `--no-` and the name, or the beginning of that, or any option. */
export function mayBeTakenBack(name: string, words: Arguments): boolean {
  const end = words.indexOf('--');
  const negated = name.startsWith('--') ? `--no-${name.slice(2)}` : undefined;
  return (
    negated !== undefined &&
    (end === -1 ? words : words.slice(0, end)).some((word) => mayBegin(word, negated))
  );
}

function mayBegin(word: Argument, negated: string): boolean {
  if (typeof word === 'string') return word.startsWith('--n') && negated.startsWith(word);
  if (word?.isNoOption === true) return false;
  const prefix = word?.prefix ?? '';
  return prefix === '' || (prefix.startsWith('-') && negated.startsWith(prefix));
}
