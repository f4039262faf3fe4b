import { expect, it } from 'vitest';
import { AgentMenu } from '../../../../src/cli/interactive/menus/agent-menu.ts';
import { mentionedAgents } from '../../../../src/cli/mentions/mentioned-agents.ts';
import { readMentions } from '../../../../src/cli/mentions/read-mentions.ts';

it('offers types of agents: before files if their name has been begun, else after them', async () => {
  const known = Promise.withResolvers<void>();
  const definitions = [
    { name: 'reviewer', description: 'Reviews a change.\nMore.' },
    { name: 'Explore', description: 'Looks\u001b[2J around' },
    { name: 'not one', description: '' },
  ];
  const menu = new AgentMenu(() => ({ types: () => Promise.resolve({ definitions }) }), known.resolve);
  expect(menu.menuFor('ask @')).toBeUndefined();
  await known.promise;
  const shown = (text: string): unknown => {
    const found = menu.menuFor(text);
    return found && [found.first.map(({ label }) => label), found.last.map(({ label }) => label)];
  };
  expect(shown('ask @')).toEqual([[], ['@agent-reviewer', '@agent-Explore']]);
  expect(shown('ask @rev')).toEqual([['@agent-reviewer'], []]);
  expect(shown('ask @agent-')).toEqual([['@agent-Explore', '@agent-reviewer'], []]);
  expect(shown('ask @view')).toEqual([[], ['@agent-reviewer']]);
  expect(shown('ask @zzz')).toBeUndefined();
  expect(shown('no mention')).toBeUndefined();
  expect(menu.menuFor('ask @rev')?.first).toEqual([
    { label: '@agent-reviewer', detail: 'Reviews a change.', text: 'ask @agent-reviewer ' },
  ]);
  expect(menu.menuFor('ask @Exp')?.first[0]?.detail).not.toContain('\u001b');
});

it.each([
  ['@agent-reviewer, please', ['reviewer']],
  ['(@agent-a:b) and @agent-a:b.', ['a:b']],
  ['me@agent-x', []],
  ['@agents', []],
])('finds the agents that %j mentions', (text, names) => {
  expect(mentionedAgents(text)).toEqual(names);
});

it('tells the model which types of agents a message mentions, as far as there are such types', async () => {
  const port = { types: () => Promise.resolve({ definitions: [{ name: 'Explore' }] }) };
  const agent = { parts: { subAgents: { port } }, runtime: { session: { cwd: '/' }, pool: { find() {} } } };
  const text = 'let @agent-Explore and @agent-Nobody look';
  const read = await readMentions(agent as unknown as Parameters<typeof readMentions>[0], text, () =>
    Promise.reject(new Error('Nothing is to be read.')),
  );
  expect(read).toEqual({
    texts: [{ origin: 'note', text: expect.stringContaining('agents of the type Explore') }],
    images: [],
    lost: [],
    unread: [],
  });
});
