import { describe, expect, it } from 'vitest';
import { parseInput } from '../../src/input/parse-input.ts';
import type { GivenInput } from '../../src/index.ts';

const text = (given: string): GivenInput => ({ kind: 'text', text: given });
const value = (given: unknown): GivenInput => ({ kind: 'value', value: given });

describe('the input of a call', () => {
  const good: [string, GivenInput, unknown][] = [
    ['an object as it stands', value({ a: 1 }), { a: 1 }],
    ['an object as text', text('{"a":[1,{"b":null}]}'), { a: [1, { b: null }] }],
    ['empty text of a closed block', text(''), {}],
    ['blank text of a closed block', text(' \n\t'), {}],
    ['text with blanks around it', text(' {"a":1}\n'), { a: 1 }],
  ];
  it.each(good)('is taken: %s', (_, given, input) => {
    expect(parseInput(given)).toEqual({ ok: true, input });
  });

  const bad: [string, GivenInput, string, RegExp][] = [
    ['a list', value([1, 2]), 'json', /must be a JSON object.*an array of 2/],
    ['a text', value('go'), 'json', /the string "go"/],
    ['a number', value(5), 'json', /the number 5/],
    ['null', value(null), 'json', /but is null/],
    ['nothing', value(undefined), 'json', /but is nothing/],
    ['a list as text', text('[1]'), 'json', /an array of 1/],
    ['null as text', text('null'), 'json', /but is null/],
    ['half an object', text('{"a":'), 'json', /not one complete JSON object.*send it again/],
    ['two objects', text('{} {}'), 'json', /not one complete JSON object/],
    ['an object with a comma too many', text('{"a":1,}'), 'json', /not one complete JSON object/],
    ['an unclosed block', { kind: 'unclosed', text: '{"a":1' }, 'unclosed', /cut off.*after 6 characters/],
    [
      'an unclosed block that looks whole',
      { kind: 'unclosed', text: '{}' },
      'unclosed',
      /make the complete call again/,
    ],
    ['an unclosed block without any text', { kind: 'unclosed', text: '' }, 'unclosed', /after 0 characters/],
  ];
  it.each(bad)('is refused: %s', (_, given, stage, message) => {
    const parsed = parseInput(given);
    expect(parsed).toMatchObject({ ok: false, stage });
    expect(parsed.ok ? '' : parsed.message).toMatch(message);
  });

  it('keeps keys that an object would have anyway as ordinary ones', () => {
    const parsed = parseInput(text('{"__proto__":{"a":1},"constructor":2,"toString":3}'));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(Object.keys(parsed.input)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(parsed.input)).toBe(Object.prototype);
  });

  it('shows at most the beginning of a long text, cut on a code point', () => {
    const parsed = parseInput(value(`${'x'.repeat(55)}${'😀'.repeat(40)}`));
    expect(parsed.ok ? '' : parsed.message).toMatch(/…/);
    expect((parsed.ok ? '' : parsed.message).isWellFormed()).toBe(true);
  });
});
