import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { loadAhead } from '../../src/print/load-ahead.ts';

it('loads one tool after the other, with turns of the event loop between, whatever becomes of one', async () => {
  const seen: string[] = [];
  let isOver = false;
  const count = (): void => {
    seen.push('turn');
    if (!isOver) setImmediate(count);
  };
  const tool = (name: string, load?: () => Promise<void>) =>
    defineTool({
      name,
      description: '',
      inputSchema: { type: 'object' },
      ...(load !== undefined && { load }),
      call: async () => ({ data: '' }),
    });
  const loading = (name: string) => tool(name, async () => void seen.push(name));
  const failing = tool('Failing', () => Promise.reject(new Error('It is not there.')));
  setImmediate(count);
  await loadAhead([tool('Plain'), failing, loading('First'), loading('Second')]);
  isOver = true;
  const names = seen.filter((each) => each !== 'turn');
  expect(names).toEqual(['First', 'Second']);
  expect(seen.indexOf('First')).toBeGreaterThan(2);
  expect(seen.slice(seen.indexOf('First'), seen.indexOf('Second'))).toContain('turn');
});
