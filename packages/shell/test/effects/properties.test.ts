import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCorpus } from '../../../../bench/corpus/read-corpus.ts';
import { parseCommand } from '../../src/parse/parse-command.ts';
import { namesOf } from '../parse/commands-of.ts';
import { commands, moreRuns, SEED } from '../parse/nasty.ts';
import { analyze, denyTextsOf } from './analyze.ts';
import { quickOr } from '../../../../test/support/quick.ts';

const corpus = [...readCorpus('effect-commands'), ...readCorpus('benign-commands')];

const quoted = (source: string): string => `'${source.replaceAll("'", String.raw`'\''`)}'`;

/** Each runs what it is given, and nothing that changes anything besides. */
const WRAPPINGS: readonly (readonly [string, (source: string) => string])[] = [
  ['a subshell', (source) => `(${source}\n)`],
  ['a group', (source) => `{ ${source}\n}`],
  ['bash -c', (source) => `bash -c ${quoted(` ${source}`)}`],
  ['a pipe', (source) => `${source} | cat`],
  ['a condition', (source) => `if true; then ${source}\nfi`],
  ['a loop', (source) => `for other in 1; do ${source}\ndone`],
  ['a substitution', (source) => `echo "$(${source}\n)"`],
  ['blanks', (source) => ` \t${source} \n`],
  ['a list', (source) => `true && ${source}`],
];

const sources = fc.oneof(fc.constantFrom(...corpus), commands);

test.each(WRAPPINGS)('%s makes nothing read-only and hides nothing', (_, wrap) => {
  fc.assert(
    fc.property(sources, (source) => {
      const plain = analyze(source);
      const wrapped = analyze(wrap(source));
      if (plain.opaque !== undefined || wrapped.opaque !== undefined) return;
      if (!plain.isReadOnly)
        expect({ source, isReadOnly: wrapped.isReadOnly }).toEqual({ source, isReadOnly: false });
      const seen = denyTextsOf(wrapped);
      const lost = [...denyTextsOf(plain)].filter((text) => !seen.has(text));
      expect({ source, lost }).toEqual({ source, lost: [] });
    }),
    { numRuns: moreRuns(2), seed: SEED },
  );
});

const PLAIN_WORDS = /^(?!time )[a-z][\w./-]*(?: [\w./-]+)*$/u;

test('quotes around a word change nothing', () => {
  const plain = corpus.filter((source) => PLAIN_WORDS.test(source) && parseCommand(source).kind === 'script');
  const quotes = fc.constantFrom(
    (word: string) => `'${word}'`,
    (word: string) => `"${word}"`,
    (word: string) => `${word.slice(0, 1)}""${word.slice(1)}`,
    (word: string) => `\\${word}`,
    (word: string) => `$'${word}'`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.nat(), quotes, (source, at, quote) => {
      const words = source.split(' ');
      const index = at % words.length;
      const changed = words.map((word, place) => (place === index ? quote(word) : word)).join('  ');
      const [before, after] = [analyze(source), analyze(changed)];
      if (!before.isReadOnly)
        expect({ changed, isReadOnly: after.isReadOnly }).toEqual({ changed, isReadOnly: false });
      expect(after.commands.map(({ texts }) => texts)).toEqual(before.commands.map(({ texts }) => texts));
      expect(after.commands.map(({ argv }) => argv)).toEqual(before.commands.map(({ argv }) => argv));
    }),
    { numRuns: moreRuns(5), seed: SEED },
  );
});

test('each command that the parser sees is analyzed', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const analysis = analyze(source);
      if (analysis.opaque !== undefined) return;
      const found = analysis.commands.filter(({ isNested, argv }) => !isNested && argv.length > 0);
      const names = namesOf(parseCommand(source)).filter((name) => name !== '?');
      const missing = names.filter((name) => !found.some(({ argv }) => argv[0] === name));
      expect({ source, missing }).toEqual({ source, missing: [] });
      expect(found.length).toBeGreaterThanOrEqual(names.length);
    }),
    { numRuns: moreRuns(5), seed: SEED },
  );
});

test('nothing throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(sources, fc.string({ unit: 'binary', maxLength: 60 })), (source) => {
      const { opaque, commands: found, isReadOnly } = analyze(source);
      if (opaque !== undefined) expect({ found, isReadOnly }).toEqual({ found: [], isReadOnly: false });
      for (const { start, end, texts } of found) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(source.length);
        expect(texts.deny.length).toBeLessThanOrEqual(64);
      }
    }),
    { numRuns: moreRuns(5), seed: SEED },
  );
});

/** The greatest length of a command. */
const LENGTH = quickOr(2_500, 10_000);

test.each([
  'a;',
  'a|',
  'sudo ',
  'sudo -x ',
  'timeout 1 ',
  'xargs ',
  'xargs -x ',
  'env A=1 ',
  'find . -exec ',
  '$(',
  'cd a;',
  'cd a && ',
  'for i in a b; do ',
  'x=$x;',
  'a=1;',
  '{a,b}',
  '$x',
  'if cd a; then ',
  'bash -c ',
  'git -c a=b ',
  'x1=a x2=b; ',
  'a >b ',
  'echo sh b>b;sh b;',
  'cp a b;cp b a;sh a;',
])('a long command made of %j ends', (piece) => {
  const text = piece.repeat(Math.floor(LENGTH / piece.length));
  expect(analyze(text)).toHaveProperty('isReadOnly');
  expect(analyze(`bash -c ${quoted(text.slice(0, LENGTH * 0.9))}`)).toHaveProperty('isReadOnly');
});

test('shells within shells, each trying many values, end', () => {
  let text = 'rm x';
  for (let depth = 0; depth < 10; depth += 1)
    text = `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do bash -c "$i"${quoted(text)}; done`;
  expect(analyze(text).isReadOnly).toBe(false);
});
