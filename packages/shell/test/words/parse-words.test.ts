import shellQuote from 'shell-quote/parse.js';
import { describe, expect, it } from 'vitest';

import { BadSubstitution } from '../../src/words/bad-substitution.ts';
import { parseWords } from '../../src/words/parse-words.ts';
import { facts } from './facts.ts';

const rows = facts.flatMap(({ about, environment = {}, options = {}, rows: lines }) =>
  lines.map(([line, entries]) => ({ about, line, environment, options, entries })),
);

describe('the public facts about shell-quote', () => {
  it.each(rows)('$about: $line', ({ line, environment, options, entries }) => {
    expect(parseWords(line, environment, options)).toEqual(entries);
  });

  it.each(rows)('$about: $line (by a function)', ({ line, environment, options, entries }) => {
    const lookup = (name: string): string | undefined => environment[name];
    expect(parseWords(line, lookup, options)).toEqual(entries);
  });

  it.each(rows)(
    'are true of the package itself, $about: $line',
    ({ line, environment, options, entries }) => {
      expect(shellQuote(line, environment, options)).toEqual(entries);
    },
  );

  it('set.js: a line without variables asks for none', () => {
    const entries = parseWords('X="7 8 9"; printx', (): string => expect.fail('asked for a variable'));
    expect(entries).toEqual(['X=7 8 9', { op: ';' }, 'printx']);
  });
});

describe('a substitution that can not be read', () => {
  it.each([
    { why: 'is empty', line: 'echo ${}', text: '${}' },
    { why: 'has no end', line: 'echo ${', text: '' },
    { why: 'has a blank in it', line: 'echo ${a b}', text: 'a' },
    { why: 'has no end before its quotes close', line: 'echo "${a"', text: 'a"' },
    { why: 'closes a quote that it did not open', line: `"\${a"'}";'`, text: `"\${a"'}";'` },
  ])('throws when it $why', ({ line, text }) => {
    expect(() => parseWords(line)).toThrow(new BadSubstitution(text));
  });

  it('says what it could not read', () => {
    const error = new BadSubstitution('a b');
    expect(error).toMatchObject({ name: 'BadSubstitution', code: 'bad-substitution', text: 'a b' });
    expect(error.message).toBe('Bad substitution: a b');
  });

  it('is not looked for in a comment', () => {
    expect(parseWords('a # ${')).toEqual(['a', { comment: ' ${' }]);
  });
});

describe('the escape character', () => {
  it.each(['ab', ' ', '\n', '"', "'", '$', '#', ';', '|', '('])('may not be %j', (escape) => {
    expect(() => parseWords('a', {}, { escape })).toThrow(RangeError);
  });

  it('is a backslash if empty, as in shell-quote', () => {
    expect(parseWords(String.raw`a\ b`, {}, { escape: '' })).toEqual(['a b']);
  });
});

describe('blanks', () => {
  it.each([
    { blank: ' ', entries: ['a b'] },
    { blank: '\t', entries: ['a\tb'] },
    { blank: '\n', entries: ['a', 'b'] },
    { blank: '\u00A0', entries: ['a', 'b'] },
  ])('an escaped $blank joins or ends a word as in shell-quote', ({ blank, entries }) => {
    const line = `a\\${blank}b`;
    expect(parseWords(line)).toEqual(entries);
    expect(shellQuote(line)).toEqual(entries);
  });
});

describe('globs', () => {
  it.each([
    { why: 'an escaped star still makes one', line: String.raw`\*`, entries: [{ op: 'glob', pattern: '*' }] },
    { why: 'a star in a value makes none', line: '$V', entries: ['*'] },
    { why: 'a word that ends at a comment is none', line: '*a#b', entries: ['*a', { comment: 'b' }] },
  ])('$why, as in shell-quote', ({ line, entries }) => {
    expect(parseWords(line, { V: '*' })).toEqual(entries);
    expect(shellQuote(line, { V: '*' })).toEqual(entries);
  });
});

describe('scalars', () => {
  it('are written out, and null is a missing variable', () => {
    const environment = { n: 1, big: 2n, yes: true, no: false, none: null, gone: undefined, zero: 0 };
    expect(parseWords('$n $big $yes $no [$none] [$gone] $zero', environment)).toEqual([
      '1',
      '2',
      'true',
      'false',
      '[]',
      '[]',
      '0',
    ]);
  });
});
