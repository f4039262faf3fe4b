import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matcherTakes, parseMatcher } from '../../src/read/matcher.ts';

const takes = (matcher: string | undefined, name: string): boolean =>
  matcherTakes(parseMatcher(matcher), name);

describe('matchers', () => {
  it.each([
    ['vector 31', 'mcp__memory', 'mcp__memory__x', false],
    ['vector 31', 'mcp__memory__.*', 'mcp__memory__x', true],
    ['vector 31', 'Edit.*', 'NotebookEdit', true],
    ['left out: all tools', undefined, 'Any', true],
    ['empty: all tools', '', 'Any', true],
    ['a star: all tools', '*', 'Any', true],
    ['a name', 'Edit', 'Edit', true],
    ['a name is not a part of another', 'Edit', 'NotebookEdit', false],
    ['capitals count', 'edit', 'Edit', false],
    ['a list', 'Edit|Write', 'Write', true],
    ['a former name is the tool as well', 'Write|Task', 'Agent', true],
    ['a list takes nothing else', 'Edit|Write', 'MultiEdit', false],
    ['reliability 67: a list with commas and blank space', 'Edit , Write', 'Write', true],
    ['a list of nothing', '|', '', false],
    ['reliability 67: a hyphen is not an expression', 'mcp__a-b__c', 'mcp__a-b__c', true],
    ['anything else is an expression, found anywhere', 'ot.b', 'NotebookEdit', true],
    ['one that is anchored', '^Edit$', 'NotebookEdit', false],
    ['one with a list', '^(Edit|Write)$', 'Write', true],
    ['one that is none takes nothing', 'Bash(', 'Bash', false],
    ['one that is too long takes nothing', `${'a'.repeat(3000)}.`, 'a', false],
  ])('%s: %s on %s is %s', (_, matcher, name, expected) => {
    expect(takes(matcher, name)).toBe(expected);
  });

  it('property: a list of names takes exactly those', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    const separator = fc.constantFrom('|', ',', ' | ', ', ');
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), name, separator, (names, other, between) => {
        const matcher = names.join(between);
        for (const one of [...names, other]) expect(takes(matcher, one)).toBe(names.includes(one));
      }),
    );
  });

  it('property: an expression means what it means elsewhere', () => {
    const piece = fc.constantFrom(
      'Edit',
      'Bash',
      '.*',
      '^',
      '$',
      '.',
      'mcp__',
      '[A-M]',
      '(Read|Write)',
      '\\w',
    );
    const name = fc.constantFrom('Edit', 'Bash', 'NotebookEdit', 'mcp__a__Read', 'Write', '');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), name, (pieces, on) => {
        const source = pieces.join('');
        fc.pre(!/^[\w\- ,|]*$/.test(source));
        expect(takes(source, on)).toBe(new RegExp(source).test(on));
      }),
    );
  });

  it.each([
    ['((a+)+)+$', `${'a'.repeat(60)}!`],
    [`^${'a?'.repeat(60)}${'a'.repeat(60)}$`, `${'a'.repeat(90)}!`],
    ['^(a|aa)+$', `${'a'.repeat(100)}!`],
  ])('one that backtracks for years takes everything, after the first look at once: %s', (source, name) => {
    const matcher = parseMatcher(source);
    expect(matcherTakes(matcher, name)).toBe(true);
    for (let index = 0; index < 100; index += 1) expect(matcherTakes(matcher, `${name}${index}`)).toBe(true);
  });
});
