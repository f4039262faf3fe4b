import { expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

const LONG = `n${'o'.repeat(90)}`;

/** Names of tools that end in a hash, by the names that rules are written with. */
async function hashedTools(permissions: { deny?: string[]; ask?: string[]; allow?: string[] }) {
  const { runtime, call } = await withServer({ list: 'odd' }, {}, undefined, {}, permissions);
  const find = (start: string): readonly string[] =>
    runtime.pool.tools.map(({ name }) => name).filter((name) => name.startsWith(start));
  return { find, call, runtime };
}

it.each(['mcp__f__a_b', 'mcp__f__a.b'])('a deny rule for %s reaches each tool of that name', async (rule) => {
  const { find, call, runtime } = await hashedTools({ deny: [rule] });
  const names = find('mcp__f__a_b_');
  expect(names).toHaveLength(2);
  for (const name of names) {
    expect((await call(name)).outcome.code).toBe('denied');
    const tool = runtime.pool.find(name);
    expect(tool && runtime.agent.deniesTool(tool)).toBeTruthy();
  }
});

it('a deny rule with the whole of a long name reaches its tool', async () => {
  const { find, call } = await hashedTools({ deny: [`mcp__f__${LONG}`] });
  const [name = ''] = find('mcp__f__nooo');
  expect(name).toHaveLength(64);
  expect((await call(name)).outcome.code).toBe('denied');
});

it('an ask rule reaches them too', async () => {
  const { find, call } = await hashedTools({ ask: ['mcp__f__a_b'] });
  for (const name of find('mcp__f__a_b_')) expect((await call(name)).outcome.code).toBe('denied');
});
