import fc from 'fast-check';
import shellQuote from 'shell-quote/parse.js';
import { describe, expect, it } from 'vitest';

import { isWordToken } from '../../src/words/entry.ts';
import type { WordEnvironment } from '../../src/words/environment.ts';
import { parseWords, type ParseWordsOptions } from '../../src/words/parse-words.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

const NAMES = ['A', 'b', '_1', '?', '', '*'];

/** Pieces that mean something to the parser, and a few that do not; whole constructs, so that they are often met. */
const PIECES = [
  ...NAMES.flatMap((name) => [`$${name}`, `\${${name}}`]),
  ...[
    'a',
    'b',
    'x',
    '1',
    '=',
    '-',
    '--o=',
    '{',
    '}',
    '}',
    '#',
    '*',
    '?',
    '!',
    '@',
    '`',
    '~',
    '[',
    ',',
    'é',
    '😀',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    '\t',
    '\n',
    '\u00A0',
    '\u2028',
    '\\',
    '\\\\',
    '\\"',
    '\\ ',
    '\\\t',
    '^',
    '"',
    "'",
    '"',
    "'",
    '$',
  ],
  ...["$'", '${', '""', "''", '"a b"', "'a b'", '"$', "${'", '${"'],
  ...['|', '&', ';', '(', ')', '<', '>', '<<', '||', '&>>', '<<-', ';;&'],
];

const ANSI_C_PIECES = [
  '\\',
  '\\',
  '\\\\',
  "'",
  '"',
  'x',
  'u',
  'U',
  'c',
  '0',
  '7',
  '8',
  'A',
  'f',
  'g',
  '?',
  '0011',
  '\0',
  '@',
];

function lineOf(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength, size: 'max' }).map((chosen) => chosen.join(''));
}

const line = fc.oneof(
  { weight: 6, arbitrary: lineOf(PIECES, 16) },
  { weight: 2, arbitrary: lineOf(ANSI_C_PIECES, 10).map((body) => `a$'${body}' b`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const text = fc.oneof(
  fc.constantFrom('', ' ', 'v', 'c d', ' :c::d ', '$A', '"', "'", '*', '#', ';', '{"op":"|"}', '${', '\\'),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

const texts = fc.dictionary(fc.constantFrom(...NAMES), text, { noNullPrototype: true });

const options: fc.Arbitrary<{ escape?: string; splitUnquoted?: string | boolean }> = fc.record(
  {
    escape: fc.constantFrom('\\', '^', '~', '`', 'H'),
    splitUnquoted: fc.constantFrom(true, false, ' :', ':', 'c', ''),
  },
  { requiredKeys: [] },
);

type Outcome = { readonly entries: readonly unknown[] } | { readonly error: string };

function outcome(parse: () => readonly unknown[]): Outcome {
  try {
    return { entries: parse() };
  } catch (error) {
    return { error: String(error instanceof Error ? error.message : error) };
  }
}

const isOperatorText = /^[|&;()<>-]+$/u;

/** shell-quote makes a whole word an operator where `\${…}` has swallowed a quote: a listed difference. */
function hasWordAsOperator(theirs: Outcome): boolean {
  if ('error' in theirs) return false;
  return theirs.entries.some(
    (entry) =>
      typeof entry === 'object' &&
      entry !== null &&
      'op' in entry &&
      entry.op !== 'glob' &&
      !isOperatorText.test(String(entry.op)),
  );
}

const badSubstitution: unknown = expect.stringMatching(/^Bad substitution: /v);

/** With `splitUnquoted`, shell-quote loses fields of words with globs and comments: a listed difference. */
function mayLoseFields(command: string, splitUnquoted: string | boolean | undefined): boolean {
  return (
    splitUnquoted !== undefined && splitUnquoted !== false && splitUnquoted !== '' && /[*?#]/v.test(command)
  );
}

function own(environment: Readonly<Record<string, string>>): (name: string) => string | undefined {
  return (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined);
}

describe('parseWords and shell-quote', () => {
  it('agree on every line without objects, but for the listed differences', () => {
    fc.assert(
      fc.property(line, texts, options, (command, environment, chosen) => {
        fc.pre(!mayLoseFields(command, chosen.splitUnquoted));
        const theirs = outcome(() => shellQuote(command, own(environment), chosen));
        const ours = outcome(() => parseWords(command, environment, chosen));
        // With several bad substitutions the first is named, and a word that shell-quote makes an operator is none to it.
        if ('error' in theirs || hasWordAsOperator(theirs)) expect(ours).toEqual({ error: badSubstitution });
        else expect(ours).toEqual(theirs);
      }),
      { numRuns },
    );
  });

  it('agree on objects that a function gives, but in globs', () => {
    const object = { a: 1 };
    const lookup = (name: string): object | string => (name === 'A' || name === '_1' ? object : name);
    fc.assert(
      fc.property(line, (command) => {
        const theirs = outcome(() => shellQuote(command, lookup));
        fc.pre(!('error' in theirs) && !hasWordAsOperator(theirs) && !/[*?]/v.test(command));
        expect(outcome(() => parseWords(command, lookup))).toEqual(theirs);
      }),
      { numRuns },
    );
  });
});

describe('objects', () => {
  const objects = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(text, fc.object(), fc.array(fc.nat())), {
    noNullPrototype: true,
  });
  const anyOptions: fc.Arbitrary<ParseWordsOptions> = fc
    .tuple(options, fc.boolean())
    .map(([chosen, splitOptions]) => ({ ...chosen, splitOptions }));

  it('can not be made up by any line or value', () => {
    fc.assert(
      fc.property(line, texts, anyOptions, (command, environment, chosen) => {
        const parsed = outcome(() => parseWords(command, environment, chosen));
        if ('error' in parsed) return;
        for (const entry of parsed.entries)
          expect(typeof entry === 'string' || isWordToken(entry)).toBe(true);
      }),
      { numRuns },
    );
  });

  it('are the ones of the environment, each as often as its variable is in the line', () => {
    fc.assert(
      fc.property(line, objects, anyOptions, (command, environment, chosen) => {
        const asked: unknown[] = [];
        const lookup = (name: string): string | object | undefined => {
          const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
          if (typeof value === 'object') asked.push(value);
          return value;
        };
        const parsed = outcome(() => parseWords(command, lookup, chosen));
        if ('error' in parsed) return;
        const found = parsed.entries.filter((entry) => typeof entry === 'object' && !isWordToken(entry));
        expect(found).toHaveLength(asked.length);
        for (const [index, entry] of found.entries()) expect(entry).toBe(asked[index]);
      }),
      { numRuns },
    );
  });

  it('are the same whether the environment is a map or a function', () => {
    fc.assert(
      fc.property(line, objects, anyOptions, (command, map, chosen) => {
        const lookup: WordEnvironment = (name) => (Object.hasOwn(map, name) ? map[name] : undefined);
        const byMap = outcome(() => parseWords(command, map, chosen));
        expect(outcome(() => parseWords(command, lookup, chosen))).toEqual(byMap);
      }),
      { numRuns },
    );
  });
});
