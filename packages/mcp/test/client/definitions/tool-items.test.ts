import { expect, it } from 'vitest';
import { ToolItems } from '../../../src/client/definitions/tool-items.ts';

const named = (...names: readonly string[]): readonly object[] =>
  names.map((name) => ({ name, inputSchema: { type: 'object' } }));

it('a server that keeps changing the names of its tools gets no more than it may have in a session', () => {
  const reader = new ToolItems(4);
  const read = (...names: readonly string[]): readonly [readonly string[], readonly string[]] => {
    const { tools, problems } = reader.read(named(...names));
    return [tools.map(({ name }) => name), problems];
  };
  expect(read('a1', 'b1')).toEqual([['a1', 'b1'], []]);
  expect(read('a2', 'b2')).toEqual([['a2', 'b2'], []]);
  // Those that it has had may come back.
  expect(read('a1', 'a3', 'b3', 'b2')).toEqual([
    ['a1', 'b2'],
    ['It has had 4 different tools in this session, which is the limit: 2 new ones are left out.'],
  ]);
});

it('a tool with an endless name is left out, and the name is not repeated in full', () => {
  const { tools, problems } = new ToolItems().read(named('n'.repeat(256), 'n'.repeat(257)));
  expect(tools).toHaveLength(1);
  expect(problems).toEqual([
    expect.stringMatching(/^The name of a tool has 257 characters; 256 are supported: "n/),
  ]);
  expect(problems.join('').length).toBeLessThan(300);
});

it('nothing is said about the faults of tools that are not wanted', () => {
  const items = [{ name: 'a' }, { name: 'b' }, ...named('c', 'c', 'd', 'd'), 7];
  const { tools, problems } = new ToolItems().read(items, (name) => name === 'a' || name === 'c');
  expect(tools.map(({ name }) => name)).toEqual(['c', 'd']);
  expect(problems).toEqual([
    'The tool "a" has no "inputSchema". It was skipped.',
    'Two tools have the name "c": the first is used.',
    'An item of the list is not an object. It was skipped.',
  ]);
});
