import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { stepsAhead, workAhead } from '../../src/print/work-ahead.ts';

it('loads one tool after the other and prepares commands, with turns of the event loop between, whatever becomes of one', async () => {
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
  const tools = [tool('Plain'), failing, loading('First'), loading('Second')];
  await workAhead(stepsAhead(tools, () => void seen.push('commands')));
  isOver = true;
  const names = seen.filter((each) => each !== 'turn');
  expect(names).toEqual(['First', 'Second', 'commands']);
  expect(seen[0]).toBe('turn');
  expect(seen.slice(seen.indexOf('First'), seen.indexOf('Second'))).toContain('turn');
});

it('prepares nothing for tools that load nothing', () => {
  expect(stepsAhead([], () => {})).toEqual([]);
});
