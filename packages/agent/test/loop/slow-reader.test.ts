import { defineTool } from '@sluice/core';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { soon } from './soon.ts';
import { createKit, ECHO, prompt, resultOf, says, toEnd, type Answer } from './support.ts';

const ticks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a reader that does not read', () => {
  it('holds back the next message of the model, and gets everything once it reads', async () => {
    const answers: Answer[] = Array.from({ length: 300 }, (_, index) =>
      says({ call: [`c${index}`, 'Echo', {}] }),
    );
    const kit = createKit({ answers: [...answers, says('Done.')], agentTools: [ECHO] });
    const events = kit.agent.run(prompt('Do it.'));
    await ticks(500);
    const asked = kit.provider.requests.length;
    expect(asked).toBeLessThan(60);
    await ticks(100);
    expect(kit.provider.requests).toHaveLength(asked);
    expect(resultOf(await toEnd(events))).toMatchObject({ reason: 'completed', turns: 301 });
  });

  it('holds back no message that has begun', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `word ${index}`);
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const begins = defineTool({
      name: 'Begins',
      description: 'Says that it has begun.',
      inputSchema: z.looseObject({}),
      isReadOnly: true,
      call: () => (resolve(), Promise.resolve({ data: 'begun' })),
    });
    const kit = createKit({
      answers: [says(...words, { call: ['a', 'Begins', {}] }), says('Done.')],
      agentTools: [begins],
    });
    const events = kit.agent.run(prompt('Do it.'));
    await soon(begun);
    expect(resultOf(await toEnd(events)).reason).toBe('completed');
  });

  it('that leaves lets the work end', async () => {
    const answers: Answer[] = Array.from({ length: 300 }, (_, index) =>
      says({ call: [`c${index}`, 'Echo', {}] }),
    );
    const kit = createKit({ answers, agentTools: [ECHO] });
    const events = kit.agent.run(prompt('Do it.'))[Symbol.asyncIterator]();
    await ticks(300);
    await soon(Promise.resolve(events.return?.()));
    expect(kit.agent.activity).toBe('idle');
    expect(kit.provider.requests.length).toBeLessThan(60);
  });
});
