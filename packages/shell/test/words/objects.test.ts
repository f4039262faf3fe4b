import { describe, expect, expectTypeOf, it } from 'vitest';

import { isWordToken, type WordEntry } from '../../src/words/entry.ts';
import type { WordScalar } from '../../src/words/environment.ts';
import { parseWords } from '../../src/words/parse-words.ts';

const object = { a: 1 };
const list = [1, [2]];
const action = (): number => 1;
const environment = { C: object, L: list, F: action, S: 's', E: '', T: 'c d' };

function lookup(name: string): object | WordScalar {
  return new Map<string, object | WordScalar>(Object.entries(environment)).get(name);
}

interface Row {
  readonly title: string;
  readonly line: string;
  readonly entries: readonly unknown[];
}

function expectSame(actual: readonly unknown[], expected: readonly unknown[]): void {
  expect(actual).toEqual(expected);
  for (const [index, entry] of expected.entries()) {
    if (entry === object || entry === list || entry === action) expect(actual[index]).toBe(entry);
  }
}

const byDefault: readonly Row[] = [
  { title: 'a word of its own', line: 'a $C c', entries: ['a', object, 'c'] },
  { title: 'a word in braces', line: '${C}', entries: [object] },
  { title: 'a word in double quotes', line: '"$C"', entries: [object] },
  {
    title: 'after a prefix',
    line: 'tool --config=$C --name="x y"',
    entries: ['tool', '--config=', object, '--name=x y'],
  },
  { title: 'before a suffix', line: '${C}b', entries: [object, 'b'] },
  { title: 'between a prefix and a suffix', line: 'a${C}b', entries: ['a', object, 'b'] },
  { title: 'between a prefix and a suffix in quotes', line: '"a $C b"', entries: ['a ', object, ' b'] },
  { title: 'next to another', line: '$C$C', entries: [object, object] },
  { title: 'between empty texts, which say nothing', line: `""$C$E''$none`, entries: [object] },
  { title: 'next to a text variable', line: '$S$C$S', entries: ['s', object, 's'] },
  { title: 'between operators', line: '$C|$C', entries: [object, { op: '|' }, object] },
  { title: 'before a comment', line: 'x$C#y', entries: ['x', object, { comment: 'y' }] },
  { title: 'a list', line: 'x$L', entries: ['x', list] },
  { title: 'a function', line: 'x $F', entries: ['x', action] },
  { title: 'a name in single quotes is not a variable', line: `'$C'`, entries: ['$C'] },
  { title: 'an escaped name is not a variable', line: String.raw`\$C`, entries: ['$C'] },
  { title: 'beside a glob', line: 'x*$C.y', entries: [{ op: 'glob', pattern: 'x*' }, object, '.y'] },
  { title: 'before a glob', line: '$C?', entries: [object, { op: 'glob', pattern: '?' }] },
  {
    title: 'beside a glob that a comment makes a text',
    line: '*$C#y',
    entries: ['*', object, { comment: 'y' }],
  },
];

const withSplitOptions: readonly Row[] = [
  { title: 'the name and the object', line: 'tool --config=$C', entries: ['tool', '--config', object] },
  { title: 'a quoted object', line: '--config="$C"', entries: ['--config', object] },
  { title: 'a quoted option', line: '"--config=$C"', entries: ['--config', object] },
  { title: 'a short option', line: '-c=$C', entries: ['-c', object] },
  { title: 'a text value stays in its word', line: '--name="x y"', entries: ['--name=x y'] },
  { title: 'a word that is not an option keeps its pieces', line: 'config=$C', entries: ['config=', object] },
  {
    title: 'a value that is more than the object keeps its pieces',
    line: '--c=${C}b',
    entries: ['--c=', object, 'b'],
  },
  {
    title: 'a value that begins with a text keeps its pieces',
    line: '--c=b=$C',
    entries: ['--c=b=', object],
  },
  { title: 'no equals sign, nothing to cut', line: '-c$C', entries: ['-c', object] },
  { title: 'a glob is not a name', line: '--c*=$C', entries: [{ op: 'glob', pattern: '--c*=' }, object] },
  { title: 'two objects keep their pieces', line: '--c=$C$C', entries: ['--c=', object, object] },
];

describe('an object in a line', () => {
  it.each(byDefault)('$title', ({ line, entries }) => {
    expectSame(parseWords(line, environment), entries);
    expectSame(parseWords(line, lookup), entries);
  });
});

describe('splitOptions', () => {
  it.each(withSplitOptions)('$title', ({ line, entries }) => {
    expectSame(parseWords(line, environment, { splitOptions: true }), entries);
    expectSame(parseWords(line, lookup, { splitOptions: true }), entries);
  });
});

describe('splitUnquoted', () => {
  it('never cuts an object, and cuts the texts around it', () => {
    expectSame(parseWords('x$T${C}y$T', environment, { splitUnquoted: true }), [
      'xc',
      'd',
      object,
      'yc',
      'd',
    ]);
  });

  it('ends a run of separators at an object', () => {
    expectSame(parseWords('$t$C', { t: 'a:', C: object }, { splitUnquoted: ':' }), ['a', object]);
  });
});

describe('tokens and objects', () => {
  it('are told apart even when they look the same', () => {
    const likeness = { op: '|' };
    const [real, imitated] = parseWords('| $X', { X: likeness });
    expect(real).toEqual(imitated);
    expect(isWordToken(real)).toBe(true);
    expect(isWordToken(imitated)).toBe(false);
  });

  it('globs and comments are tokens, texts are none', () => {
    expect(parseWords('a *.ts # b').map((entry) => isWordToken(entry))).toEqual([false, true, true]);
  });

  it('can not be changed for other lines', () => {
    for (const entry of parseWords('| * # c')) expect(Object.isFrozen(entry)).toBe(true);
  });
});

describe('the type of the entries', () => {
  it('has the objects of the environment, and none when there are none', () => {
    const some = parseWords('$C', { C: object, S: 's' });
    expectTypeOf(some).toEqualTypeOf<WordEntry<{ a: number }>[]>();
    expectTypeOf(parseWords('$S', { S: 's' })).toEqualTypeOf<WordEntry[]>();
    expectTypeOf(parseWords('')).toEqualTypeOf<WordEntry[]>();
  });
});
