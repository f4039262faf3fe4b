import { defineTool } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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

const BLOCKED = { ...SILENT, block: 'Not this.' };
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
    expect(result.hookBlock).toEqual(
      reason === 'prompt-blocked' ? { event: 'UserPromptSubmit', reason: 'Not this.' } : undefined,
    );
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

  it('of a prompt see its text; the model gets text in place of an image that no API would take', async () => {
    const image = (data: string) =>
      ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }) as const;
    const kit = createKit({
      answers: [says('Done.')],
      checkImage: async (given) =>
        given.source.data === 'good'
          ? { ok: true, image: given }
          : { ok: false, reason: 'is not a PNG, JPEG, GIF or WebP image' },
    });
    const text = { type: 'text', text: 'Look.' } as const;
    const events = await toEnd(kit.agent.run({ content: [text, image('bad'), image('good')] }));
    const reason = 'An image was left out here: it is not a PNG, JPEG, GIF or WebP image.';
    expect(kit.provider.requests[0]?.messages[0]?.content).toEqual([
      text,
      { type: 'text', text: `[${reason}]` },
      image('good'),
    ]);
    expect(events).toContainEqual({ type: 'notice', message: reason });
    expect(JSON.stringify(kit.journal.entries)).not.toContain('"bad"');
  });

  it('that block what was said later erase that alone', async () => {
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          for (const words of ['Fine.', 'Bad.', 'Later.']) kit.agent.send(prompt(words));
          yield* says('One.')(request, signal);
        },
        says('Two.'),
      ],
      hooks: hooksWith({ submitted: (said) => Promise.resolve(said === 'Bad.' ? BLOCKED : SILENT) }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(resultOf(events)).toMatchObject({ reason: 'completed', errors: [], text: 'Two.' });
    expect(events).toContainEqual({ type: 'notice', message: expect.stringMatching(/: Not this\.$/) });
    expect(shape(kit.conversation.messages)[2]).toBe('user: Fine. | Later.');
    expect(JSON.stringify(kit.journal.entries)).not.toContain('Bad.');
  });

  it.each([
    ['while tools ran', [says(echo('a')), says('Done.')], ['prompt', 'tool-results'], 'Done.'],
    ['while the model wrote its last words', [says('Done.')], ['prompt'], 'Done.'],
  ] as const)('that block all that was said %s change nothing', async (_when, answers, transitions, text) => {
    const asked: string[] = [];
    const [first, ...others] = answers;
    const kit: Kit = createKit({
      agentTools: [ECHO],
      answers: [
        async function* answer(request, signal) {
          kit.agent.send(prompt('Bad.'));
          yield* first(request, signal);
        },
        ...others,
      ],
      hooks: hooksWith({
        submitted: (said) => Promise.resolve(said === 'Bad.' ? BLOCKED : SILENT),
        async stopping(lastText) {
          asked.push(lastText);
          return { goesOn: false, stop: undefined };
        },
      }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(transitions);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', errors: [], text });
    expect([asked, kit.agent.takeWaiting()]).toEqual([['Done.'], []]);
  });

  it('that block what was said later and want an end get that', async () => {
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          for (const words of ['Bad.', 'Later.']) kit.agent.send(prompt(words));
          yield* says('One.')(request, signal);
        },
      ],
      hooks: hooksWith({
        submitted: (said) => Promise.resolve(said === 'Bad.' ? { ...BLOCKED, stop: 'Enough.' } : SILENT),
      }),
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('hook-stopped');
    expect(kit.agent.takeWaiting()).toEqual([prompt('Later.')]);
  });

  it('of the end are asked where the answer is a form as well; one that they send back is owed again', async () => {
    const given: unknown[] = [];
    let taken: { readonly value: unknown } | undefined;
    const output = { taken: () => taken, clear: () => (taken = undefined), toolName: 'None' };
    const tool = defineTool({
      name: 'Output',
      description: 'Takes the answer.',
      inputSchema: z.looseObject({}),
      call(input) {
        taken = { value: input };
        return Promise.resolve({ data: 'taken' });
      },
    });
    const form = (id: string) => ({ call: [id, 'Output', { of: id }] as const });
    const kit = createKit({
      agentTools: [tool, ECHO],
      output,
      answers: [says(form('a')), says(echo('b')), says('There.'), says(form('c'))],
      hooks: hooksWith({
        async stopping() {
          given.push(output.taken()?.value);
          return given.length === 1
            ? { goesOn: true, feedback: ['Look again.'] }
            : { goesOn: false, stop: undefined };
        },
      }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'stop-hook', 'tool-results', 'output-owed']);
    expect(given).toEqual([{ of: 'a' }, { of: 'c' }]);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', structuredOutput: { of: 'c' } });
  });

  it.each([
    ['words', streams(['No.'], 'refusal')],
    ['a call', streams([echo('a')], 'refusal')],
  ])('of the end are asked where the model refuses after %s', async (_what, refusal) => {
    const asked: string[] = [];
    const kit = createKit({
      agentTools: [ECHO],
      answers: [refusal, says('Well.')],
      hooks: hooksWith({
        async stopping(lastText) {
          asked.push(lastText);
          return asked.length === 1
            ? { goesOn: true, feedback: ['Try it.'] }
            : { goesOn: false, stop: undefined };
        },
      }),
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(asked).toHaveLength(2);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', text: 'Well.' });
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
      'user: [Continue.]',
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
    expect(result).toMatchObject({ reason: 'stop-prevented', errors: ['Enough.'] });
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
