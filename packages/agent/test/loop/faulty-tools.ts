import { defineTool, type AnyTool, type Clock } from '@sluice/core';
import { z } from 'zod';
import { aborted } from './support.ts';

const inputSchema = z.looseObject({ tag: z.string() });

/** Tools that fail, wait, block, or do not listen. `onEffect` is told of the tag of each call that changes something. */
export function faultyTools(clock: Clock, onEffect: (tag: string) => void): readonly AnyTool[] {
  const base = { description: 'A tool.', inputSchema };
  const harmless = { isReadOnly: true, isConcurrencySafe: true, claims: () => [] };
  const ticks = async (): Promise<void> => {
    for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return [
    defineTool({ ...base, ...harmless, name: 'Echo', call: ({ tag }) => Promise.resolve({ data: tag }) }),
    defineTool({
      ...base,
      name: 'Write',
      call({ tag }) {
        onEffect(tag);
        return Promise.resolve({ data: `wrote ${tag}` });
      },
    }),
    defineTool({ ...base, ...harmless, name: 'Asks', call: ({ tag }) => Promise.resolve({ data: tag }) }),
    defineTool({
      ...base,
      name: 'Fails',
      call({ tag }) {
        onEffect(tag);
        throw new Error('It went wrong.');
      },
    }),
    defineTool({
      ...base,
      ...harmless,
      name: 'Slow',
      interruptBehavior: 'cancel',
      async call({ tag }, { signal }) {
        await Promise.race([ticks(), aborted(signal)]);
        return { data: tag };
      },
    }),
    defineTool({
      ...base,
      name: 'Stays',
      interruptBehavior: 'block',
      async call({ tag }) {
        onEffect(tag);
        await ticks();
        return { data: tag };
      },
    }),
    defineTool({
      ...base,
      name: 'Deaf',
      async call({ tag }) {
        onEffect(tag);
        await new Promise<void>((resolve) => void clock.setTimer(60_000, resolve));
        return { data: tag };
      },
    }),
  ];
}
