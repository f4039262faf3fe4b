import { describe, expect, it } from 'vitest';

import { parseWords, type ParseWordsOptions } from '../../src/words/parse-words.ts';

const MEGABYTE = 2 ** 20;

function filled(unit: string): string {
  return unit.repeat(Math.floor(MEGABYTE / unit.length));
}

interface Row {
  readonly title: string;
  readonly line: string;
  readonly options?: ParseWordsOptions;
}

/** No times are asserted: a parser that goes back over the line would not finish any of these within a test's limit. */
const rows: readonly Row[] = [
  { title: 'words', line: filled('x ') },
  { title: 'one word', line: filled('x') },
  { title: 'blanks', line: filled(' ') },
  { title: 'operators', line: filled('<') },
  { title: 'globs', line: filled('* ') },
  { title: 'escapes', line: filled('\\') },
  { title: `an open $' before escapes`, line: `$'${filled('\\')}` },
  { title: `an open $' before escaped quotes`, line: `$'${filled("\\'")}` },
  { title: `an open $' before others`, line: `$'${filled("\\'$\\'")}` },
  { title: 'an open " before escaped quotes', line: `"${filled('\\"')}` },
  { title: 'an open " before single quotes', line: `"${filled(`'\\"'`)}` },
  {
    title: 'double quotes that a custom escape does not hide',
    line: filled('\\"'),
    options: { escape: '^' },
  },
  { title: 'quotes in turn', line: filled(`"'"'`) },
  { title: 'empty quotations', line: filled(`""''$''`) },
  { title: 'dollars', line: filled('$') },
  { title: 'variables', line: filled('$a') },
  { title: 'variables in braces', line: filled('${a}') },
  { title: 'nested braces', line: `${'${'.repeat(MEGABYTE / 4)}${'}}'.repeat(MEGABYTE / 8)}` },
  { title: 'a comment', line: `#${filled('a" ')}` },
  { title: 'values that are cut', line: filled('$a'), options: { splitUnquoted: true } },
];

describe('a line of a megabyte is parsed in one pass', () => {
  it.each(rows)('$title', ({ line, options }) => {
    expect(parseWords(line, { a: ' b ' }, options)).toBeInstanceOf(Array);
  });

  it('braces that never close', () => {
    expect(() => parseWords(filled('${'))).toThrow('Bad substitution');
  });

  it('a value, too', () => {
    expect(parseWords('$a', { a: filled('b ') }, { splitUnquoted: true })).toHaveLength(MEGABYTE / 2);
  });

  it('objects, too', () => {
    const object = {};
    expect(parseWords(filled('$a'), { a: object })).toHaveLength(MEGABYTE / 2);
  });

  it('parse.js: every word comes back', () => {
    const words = parseWords(filled('x '), () => 'v');
    expect(words).toHaveLength(MEGABYTE / 2);
    expect(new Set(words)).toEqual(new Set(['x']));
  });

  it('parse.js: an open quotation of backslashes is a dollar and half of them', () => {
    expect(parseWords(`$'${'\\'.repeat(1e5)}`)).toEqual(['$', '\\'.repeat(5e4)]);
  });

  it('parse.js: backslashes and quotes with another escape are one word', () => {
    expect(parseWords('\\"'.repeat(1e5), {}, { escape: '^' })).toEqual(['\\'.repeat(1e5)]);
  });
});
