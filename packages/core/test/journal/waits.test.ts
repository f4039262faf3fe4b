import { expect, it } from 'vitest';
import { getOwn, writeFile, type JournalEntry, type ToolCall } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { createGate, createKit, FREE, runAll, toolOf, type KitOptions } from '../support/kit.ts';

/** What each call waited for, as journaled, by call; all calls wait until the test has moved the clock on. */
async function waitsOf(
  calls: readonly ToolCall[],
  options: KitOptions = {},
): Promise<Record<string, unknown>> {
  const gate = createGate();
  const tools = [
    toolOf('Write', {
      claims: ({ path }) => [writeFile(String(path))],
      call: () => gate.passed.then(() => ({ data: '' })),
    }),
    toolOf('Alone', { call: async () => ({ data: '' }) }),
    toolOf('Free', { ...FREE, call: () => gate.passed.then(() => ({ data: '' })) }),
  ];
  const kit = createKit(tools, options);
  const ended = runAll(kit, calls);
  await quiet();
  kit.clock.advance(33);
  gate.open();
  await ended;
  const { entries } = await kit.journal.read();
  const settled = entries.filter(
    (entry): entry is Extract<JournalEntry, { type: 'settled' }> => entry.type === 'settled',
  );
  return Object.fromEntries(settled.map(({ callId, record }) => [callId, getOwn(record, 'waits')]));
}

const call = (id: string, name: string, input = {}): ToolCall => ({ id, name, input });
const write = (id: string, path: string): ToolCall => call(id, 'Write', { path });

it('a call names the earlier one that it waited for, and the file that both use', async () => {
  expect(await waitsOf([write('a', '/d/x/one'), write('b', '/d/two'), write('c', '/d/x/one')])).toEqual({
    a: undefined,
    b: undefined,
    c: [{ callId: 'a', ms: 33, why: '/d/x/one' }],
  });
});

it('a call that runs alone waits for the last of those before it', async () => {
  const { c } = await waitsOf([write('a', '/d/one'), write('b', '/d/two'), call('c', 'Alone')]);
  expect(c).toEqual([{ callId: expect.stringMatching(/^[ab]$/), ms: 33, why: 'one of them runs alone' }]);
});

it('a call waits for a free slot', async () => {
  expect(await waitsOf([call('a', 'Free'), call('b', 'Free')], { maxConcurrency: 1 })).toEqual({
    a: undefined,
    b: [{ ms: 33, why: 'the maximum number of calls was already running' }],
  });
});
