import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCode } from '../src/error-code.ts';
import { asError, errorText } from '../src/error-text.ts';

describe('the text of what was thrown', () => {
  it.each([
    ['an error', new TypeError('no such thing'), 'no such thing'],
    ['a text', 'late', 'late'],
    ['nothing', undefined, 'undefined'],
    ['an object', { message: 'lost' }, '[object Object]'],
  ])('%s', (_, thrown, text) => expect(errorText(thrown)).toBe(text));
});

it('as an error, what was thrown is itself, or an error that says it', () => {
  const error = new TypeError('no such thing');
  expect(asError(error)).toBe(error);
  expect(asError('late')).toEqual(new Error('late'));
});

describe('the code of what was thrown', () => {
  it('is the one that the system gave', () => {
    let thrown: unknown;
    try {
      readFileSync('/nowhere/at/all');
    } catch (error) {
      thrown = error;
    }
    expect(errorCode(thrown)).toBe('ENOENT');
  });

  it.each([
    ['another error', new Error('x')],
    ['a number for a code', Object.assign(new Error('x'), { code: 7 })],
    ['no error', { code: 'ENOENT' }],
    ['nothing', undefined],
  ])('is left out: %s', (_, thrown) => expect(errorCode(thrown)).toBeUndefined());
});
