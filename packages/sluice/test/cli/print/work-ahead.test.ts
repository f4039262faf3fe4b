import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineTool } from '@sluice/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkAhead, stepsAhead } from '../../../src/cli/print/work-ahead.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function tool(name: string, load?: () => Promise<void>) {
  return defineTool({
    name,
    description: '',
    inputSchema: { type: 'object' },
    ...(load !== undefined && { load }),
    call: async () => ({ data: '' }),
  });
}

/** Enough turns of the event loop for all steps. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

it('loads one tool after the other and prepares commands, whatever becomes of one', async () => {
  const seen: string[] = [];
  const loading = (name: string) => tool(name, async () => void seen.push(name));
  const failing = tool('Failing', () => Promise.reject(new Error('It is not there.')));
  const tools = [tool('Plain'), failing, loading('First'), loading('Second')];
  createWorkAhead(stepsAhead(tools, () => void seen.push('commands'))).begin();
  await turns();
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(40);
  await turns();
  expect(seen).toEqual(['First', 'Second', 'commands']);
});

it('does nothing where the model answers at once, and does it at the next wait', async () => {
  const step = vi.fn<() => void>();
  const ahead = createWorkAhead([step]);
  ahead.begin();
  vi.advanceTimersByTime(39);
  ahead.hold();
  vi.advanceTimersByTime(1000);
  await turns();
  expect(step).not.toHaveBeenCalled();
  ahead.begin();
  vi.advanceTimersByTime(40);
  await turns();
  expect(step).toHaveBeenCalledOnce();
});

it('stops between two steps when the model begins to answer, and goes on with the one that was left', async () => {
  const seen: string[] = [];
  const ahead = createWorkAhead([
    () => {
      seen.push('first');
      ahead.hold();
    },
    () => void seen.push('second'),
  ]);
  ahead.begin();
  vi.advanceTimersByTime(40);
  await turns();
  expect(seen).toEqual(['first']);
  ahead.begin();
  vi.advanceTimersByTime(40);
  await turns();
  expect(seen).toEqual(['first', 'second']);
});

it('prepares nothing for tools that load nothing', () => {
  expect(stepsAhead([], () => {})).toEqual([]);
});
