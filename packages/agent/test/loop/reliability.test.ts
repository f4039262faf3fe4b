import { defineTool } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { brief, echo, fills, kitOf } from './full-window.ts';
import { createKit, ECHO, prompt, resultOf, says, shape, toEnd } from './support.ts';

const FAILS = defineTool({
  name: 'Fails',
  description: 'Fails.',
  inputSchema: z.looseObject({}),
  isReadOnly: true,
  isConcurrencySafe: true,
  claims: () => [],
  call: () => Promise.reject(new Error('It broke.')),
});

describe('bugs that others had (reliability.md)', () => {
  it.each(['', 'no such\u0000tool', 'x'.repeat(5000), '__proto__'])(
    'D59: a call of %j in a batch gets its error result, and the others theirs',
    async (name) => {
      const kit = createKit({
        agentTools: [ECHO],
        answers: [says(echo('a'), { call: ['b', name, {}] }, echo('c')), says('Done.')],
      });
      expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('completed');
      expect(shape(kit.conversation.messages)[2]).toBe('user: =a | =b! | =c');
    },
  );

  it('D60: a call that fails takes none of its siblings with it', async () => {
    const kit = createKit({
      agentTools: [ECHO, FAILS],
      answers: [says({ call: ['a', 'Fails', {}] }, echo('b'), echo('c')), says('Done.')],
    });
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a! | =b | =c');
  });

  it('B40: a call that the model makes in place of a summary is not carried out', async () => {
    const ran: unknown[] = [];
    const tool = defineTool({
      name: 'Echo',
      description: 'Says it again.',
      inputSchema: z.looseObject({}),
      call(input) {
        ran.push(input);
        return Promise.resolve({ data: 'done' });
      },
    });
    const answers = [fills(['Well.', echo('a')]), says('What there was.', echo('x')), says('Done.')];
    const kit = kitOf(answers, { agentTools: [tool] });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(ran).toEqual([{ said: 'a' }]);
    expect(kit.provider.requests[1]?.toolChoice).toBe('none');
    expect(brief(kit.conversation.messages)).toEqual(['user: SUMMARY What there was.', 'assistant: Done.']);
    expect(resultOf(events).reason).toBe('completed');
  });
});
