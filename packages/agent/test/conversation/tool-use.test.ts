import { describe, expect, it } from 'vitest';
import { cleanToolUse, toolUse } from '../../src/conversation/tool-use.ts';

const nested = (levels: number): string => `{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`;
const DEEPEST = nested(499);

describe('a call as a request carries it', () => {
  it.each([
    ['an object', '{"b":1,"a":[null]}', '{"b":1,"a":[null]}'],
    ['nothing', '', '{}'],
    ['nothing at all', undefined, '{}'],
    ['half of one', '{"a":1', '{}'],
    ['a list', '[1]', '{}'],
    ['a text', '"a"', '{}'],
    ['half a character', '{"a":["\\ud800"],"\\udc00":"\ud800"}', '{"a":["\ufffd"],"\ufffd":"\ufffd"}'],
    ['names of an object\u2019s own', '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
    ['as many levels as can be', DEEPEST, DEEPEST],
    ['one level more', nested(500), '{}'],
    ['levels without end', nested(100_000), '{}'],
    ['brackets in a text', `{"a":"${'[\\"'.repeat(2000)}"}`, `{"a":"${'[\\"'.repeat(2000)}"}`],
  ])('has for %s', (_title, text, expected) => {
    expect(JSON.stringify(toolUse('a', 'Read', text).input)).toBe(expected);
  });

  it('is the same from what a decoder has made of it', () => {
    for (const text of [nested(400), nested(600), nested(100_000), '{"a":"\\ud800"}']) {
      const { a = null } = JSON.parse(text);
      expect(cleanToolUse({ type: 'tool_use', id: 'a', name: 'Read', input: { a } })).toEqual(
        toolUse('a', 'Read', text),
      );
    }
  });

  it.each([
    ['Read', 'Read'],
    ['mcp__a__b-c', 'mcp__a__b-c'],
    ['no such tool!', 'no_such_tool_'],
    ['', 'unnamed'],
    ['x'.repeat(200), 'x'.repeat(128)],
    ['größe', 'gr__e'],
  ])('has for the name %j one that an API takes', (name, expected) => {
    expect(toolUse('a', name, '{}').name).toBe(expected);
  });
});
