import { describe, expect, it } from 'vitest';
import { hooksWith, SILENT } from './hooks.ts';
import {
  createKit,
  ECHO,
  prompt,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  type Kit,
} from './support.ts';

const echo = (id: string) => ({ call: [id, 'Echo', { said: id }] as const });

describe('hooks', () => {
  it.each([
    ['block', { ...SILENT, block: 'Not this.' }, 'prompt-blocked', []],
    ['stop', { ...SILENT, stop: 'Enough.' }, 'hook-stopped', ['user: Do it.']],
  ] as const)('of a prompt that %s end it', async (_what, verdict, reason, left) => {
    const kit = createKit({
      answers: [],
      hooks: hooksWith({ submitted: () => Promise.resolve(verdict) }),
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason, errors: [reason === 'prompt-blocked' ? 'Not this.' : 'Enough.'] });
    expect(shape(kit.conversation.messages)).toEqual(left);
  });

  it('of a prompt add to it', async () => {
    const kit = createKit({
      answers: [says('Done.')],
      hooks: hooksWith({
        submitted: (said) => Promise.resolve({ ...SILENT, additionalContext: [`About "${said}".`] }),
      }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(events.flatMap((event) => (event.type === 'user' ? [event.origin] : []))).toEqual([
      'person',
      'hook',
    ]);
    expect(shape(kit.conversation.messages)[0]).toBe('user: Do it. | About "Do it.".');
  });

  it('that block what was said later leave what came after it waiting', async () => {
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          for (const words of ['Fine.', 'Bad.', 'Later.']) kit.agent.send(prompt(words));
          yield* says('One.')(request, signal);
        },
      ],
      hooks: hooksWith({
        submitted: (said) => Promise.resolve(said === 'Bad.' ? { ...SILENT, block: 'Not this.' } : SILENT),
      }),
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('prompt-blocked');
    expect(kit.agent.takeWaiting()).toEqual([prompt('Later.')]);
    expect(shape(kit.conversation.messages)[2]).toBe('user: Fine.');
  });

  it('of the end keep the work going, with what they say or without', async () => {
    const said = [['Not yet.'], [' ']].values();
    const kit = createKit({
      answers: [says('One.'), says('Two.'), says('Three.')],
      hooks: hooksWith({
        async stopping() {
          const { value } = said.next();
          return value === undefined ? { goesOn: false, stop: undefined } : { goesOn: true, feedback: value };
        },
      }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'stop-hook', 'stop-hook']);
    expect(shape(kit.conversation.messages).filter((_, index) => index % 2 === 0)).toEqual([
      'user: Do it.',
      'user: Not yet.',
      'user: [Go on.]',
    ]);
  });

  it('of the end that want one get it, and what the person said meanwhile waits', async () => {
    const kit: Kit = createKit({
      answers: [says('One.')],
      hooks: hooksWith({
        async stopping() {
          kit.agent.send(prompt('And?'));
          return { goesOn: false, stop: 'Enough.' };
        },
      }),
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason: 'completed', errors: ['Enough.'] });
    expect(kit.agent.takeWaiting()).toEqual([prompt('And?')]);
  });
});

describe('what waits to be told', () => {
  it('goes with each request', async () => {
    const kit = createKit({
      agentTools: [ECHO],
      attachments: () => [{ text: 'A task has ended.', origin: 'task' }],
      answers: [says(echo('a')), streams(['Half'], 'max_tokens'), says('Done.')],
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    const asked = shape(kit.conversation.messages).filter((message) => message.startsWith('user'));
    expect(asked[0]).toBe('user: Do it. | A task has ended.');
    expect(asked[1]).toBe('user: =a | A task has ended.');
    expect(asked[2]).toMatch(/reached the token limit.* \| A task has ended\.$/);
    expect(events.filter((event) => event.type === 'user' && event.origin === 'task')).toHaveLength(3);
  });
});
