import { expect, it } from 'vitest';
import { toolNames } from '../src/tool-names.ts';

it('tools that would have the same name get one of their own each, in whatever order they come', () => {
  const one = toolNames('s', ['a.b', 'a_b', 'c']);
  const other = toolNames('s', ['c', 'a_b', 'a.b']);
  expect([...one.names].toSorted()).toEqual([...other.names].toSorted());
  expect([...one.names.values()]).toEqual([
    expect.stringMatching(/^mcp__s__a_b_[0-9a-f]{8}$/),
    expect.stringMatching(/^mcp__s__a_b_[0-9a-f]{8}$/),
    'mcp__s__c',
  ]);
  expect(toolNames('s', ['a.b', 'a_b', 'c'], (tool) => tool === 'c')).toMatchObject({ problems: [] });
  const [dotted, plain] = one.names.values();
  expect(one.problems).toEqual([
    `2 tools would be called mcp__s__a_b, so each gets a different name: "a.b" is ${dotted}, "a_b" is ${plain}.`,
  ]);
});

it('a tool that is called like the hashed name of another one does not take it', () => {
  const [dotted = ''] = toolNames('s', ['a.b', 'a_b']).names.values();
  const own = dotted.slice('mcp__s__'.length);
  const { names, problems } = toolNames('s', ['a.b', 'a_b', own]);
  expect(new Set(names.values()).size).toBe(3);
  expect(problems).toEqual([
    expect.stringMatching(/^2 tools would be called mcp__s__a_b, /),
    `${dotted} is already the name of "a.b", so another tool gets a different name: ${JSON.stringify(own)} is ${names.get(own)}.`,
  ]);
});

it('of many tools with one name, a few are named', () => {
  const { names, problems } = toolNames('s', ['a.b', 'a:b', 'a b', 'a/b', 'a!b', 'a?b']);
  expect(new Set(names.values()).size).toBe(6);
  expect(problems).toEqual([expect.stringMatching(/^6 tools .*, and so on for 2 more\.$/)]);
});

it('a name that is too long ends in a hash, and nothing is wrong with it', () => {
  const long = 'n'.repeat(90);
  const { names, problems } = toolNames('s', [long, `${long}o`]);
  expect([new Set(names.values()).size, problems]).toEqual([2, []]);
  for (const name of names.values()) expect(name).toHaveLength(64);
});
