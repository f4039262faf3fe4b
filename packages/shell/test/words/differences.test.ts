import shellQuote from 'shell-quote/parse.js';
import { describe, expect, it } from 'vitest';

import { BadSubstitution } from '../../src/words/bad-substitution.ts';
import { parseWords } from '../../src/words/parse-words.ts';

/** Each row of the list in the doc comment of `parseWords`: what we do, and that the package still does something else. */
describe('differences from shell-quote', () => {
  it('an object in a map is an entry, and the same object', () => {
    const object = { a: new Date(0) };
    const environment: Record<string, string | undefined> = {};
    Object.defineProperty(environment, 'C', { value: object });
    expect(shellQuote('$C', environment)).toEqual([expect.stringContaining('{"a":')]);
    expect(shellQuote('$C', () => object)).toEqual([{ a: '1970-01-01T00:00:00.000Z' }]);
    expect(parseWords('$C', { C: object })[0]).toBe(object);
    expect(parseWords('$C', () => object)[0]).toBe(object);
  });

  it('a function is an object', () => {
    const action = (): string => 'done';
    expect(shellQuote('$F', () => action)).toEqual([String(action)]);
    expect(parseWords('$F', () => action)[0]).toBe(action);
  });

  it('null is a missing variable', () => {
    const environment: Record<string, string | undefined> = {};
    Object.defineProperty(environment, 'N', { value: null });
    expect(shellQuote('a$N', environment)).toEqual([expect.stringContaining('null')]);
    expect(parseWords('a$N', { N: null })).toEqual(['a']);
  });

  it.each(['$toString', '${constructor}', '$__proto__', '$hasOwnProperty'])('%s is not inherited', (line) => {
    expect(shellQuote(line, {})).not.toEqual(['']);
    expect(parseWords(line, {})).toEqual(['']);
  });

  it('an object beside a glob is not written into the pattern', () => {
    const object = { a: 1 };
    expect(shellQuote('*$C', () => object)).toEqual([
      { op: 'glob', pattern: expect.stringContaining('{"a":1}') },
    ]);
    expect(parseWords('*$C', () => object)).toEqual([{ op: 'glob', pattern: '*' }, object]);
  });

  it('parse.js, the one public fact that does not hold: an escape is not a class of a regular expression', () => {
    expect(shellQuote('2;b', {}, { escape: 'd' })).toEqual([{ op: '2;b' }]);
    expect(parseWords('2;b', {}, { escape: 'd' })).toEqual(['2', { op: ';' }, 'b']);
  });

  it('an escape that has a meaning of its own is refused', () => {
    expect(shellQuote('2;$a', {}, { escape: ';' })).toEqual([{ op: '2;$a' }]);
    expect(() => parseWords('2;$a', {}, { escape: ';' })).toThrow(RangeError);
  });

  it('no word becomes an operator', () => {
    const line = `"\${a"'}";'`;
    expect(shellQuote(line)).toEqual([{ op: line }]);
    expect(() => parseWords(line)).toThrow(BadSubstitution);
  });

  it.each([
    { line: '$T#x', theirs: ['d', { comment: 'x' }], ours: ['c', 'd', { comment: 'x' }] },
    { line: '$T*', theirs: [{ op: 'glob', pattern: 'd*' }], ours: ['c', { op: 'glob', pattern: 'd*' }] },
    { line: '*$T', theirs: [{ op: 'glob', pattern: 'd' }], ours: [{ op: 'glob', pattern: '*c' }, 'd'] },
  ])('no field of $line is lost', ({ line, theirs, ours }) => {
    const environment = { T: 'c d' };
    expect(shellQuote(line, environment, { splitUnquoted: true })).toEqual(theirs);
    expect(parseWords(line, environment, { splitUnquoted: true })).toEqual(ours);
  });
});
