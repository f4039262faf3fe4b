import { expect, test } from 'vitest';
import { fail, type RunEvent } from '../../src/index.ts';
import { createKit, FREE, ofType, runAll, toolOf } from '../support/kit.ts';

const TEXT = 'the same again\n'.repeat(50);

/** The contents of the one message to the model. */
function contents(events: readonly RunEvent[]): unknown[] {
  return ofType(events, 'message').flatMap(({ results }) => results.map(({ content }) => content));
}

test.each([
  ['an error', toolOf('First', { ...FREE, call: async () => ({ ...fail('broken', ''), data: TEXT }) })],
  ['a preview', toolOf('First', { ...FREE, call: async () => ({ data: TEXT.repeat(100) }) })],
])('a result with the same text as an earlier one that was %s is shown whole', async (_, first) => {
  let seen: unknown;
  const second = toolOf('Second', { ...FREE, call: async () => ({ data: seen }) });
  const kit = createKit([first, second], { isStanding: () => true });
  [seen] = contents(await runAll(kit, [{ id: 'c1', name: 'First', input: {} }]));
  expect(String(seen).length).toBeGreaterThan(500);
  const again = await runAll(kit, [{ id: 'c2', name: 'Second', input: {} }]);
  expect(contents(again)).toEqual([seen]);
});
