import { assemblePool, defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { agentTypeItems } from '../../src/agent-definitions/agent-type-list.ts';

const pool = assemblePool({
  builtIn: ['Read', 'Grep', 'Bash'].map((name) =>
    defineTool({
      name,
      description: 'x',
      inputSchema: { type: 'object' },
      call: () => Promise.resolve({ data: {} }),
    }),
  ),
});

const type = (name: string, more: object = {}) => ({
  ...{ name, description: 'Looks.', tools: undefined, background: undefined, isTrusted: true },
  ...more,
});

it.each([
  [{}, 'Looks.'],
  [{ tools: [] }, 'Looks. (tools: none)'],
  [
    { tools: ['Read', 'Grep'], background: false },
    'Looks. (tools: Read, Grep) (its call waits for the report)',
  ],
  // What is built in and not there is not told. Others may join.
  [{ tools: ['Read', 'WebSearch', 'Bash(git *)', 'LSP', 'Own'] }, 'Looks. (tools: Read, Bash(git *), Own)'],
  [{ tools: ['WebSearch'] }, 'Looks. (tools: none)'],
  [{ description: 'x'.repeat(2_000) }, `${'x'.repeat(1_000)}…`],
  [{ tools: Array(200).fill('mcp__a') }, `Looks. (tools: ${'mcp__a, '.repeat(40).slice(0, 300)}…)`],
])('a type with %j is described', (more, text) => {
  expect(agentTypeItems([type('a', more)], pool)).toEqual([{ name: 'a', text }]);
});

it('of very many, each has its name, and strange ones take no room from those of the user', () => {
  const strange = Array.from({ length: 100 }, (_, at) =>
    type(`s${at}`, { description: 'x'.repeat(2_000), isTrusted: false }),
  );
  const items = agentTypeItems([...strange, type('own')], pool);
  expect(items).toHaveLength(101);
  expect(items.at(-1)).toEqual({ name: 'own', text: 'Looks.' });
  expect(items.map(({ text }) => text.length).reduce((sum, length) => sum + length)).toBeLessThan(65_000);
  expect(items[99]).toEqual({ name: 's99', text: '(description left out)' });
});
