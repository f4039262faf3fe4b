import { describe, expect, it } from 'vitest';
import { hooksWith, SILENT } from './hooks.ts';
import {
  createKit,
  ECHO,
  gatedTool,
  prompt,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  USAGE,
  type Kit,
} from './support.ts';

const echo = (id: string) => ({ call: [id, 'Echo', { said: id }] as const });
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('an interrupt where neither the model nor a tool is at work', () => {
  it('while hooks look at the prompt: it does not reach the model', async () => {
    const kit: Kit = createKit({
      answers: [says('Again.')],
      hooks: hooksWith({
        async submitted() {
          if (kit.conversation.messages.length === 0 && kit.provider.requests.length === 0) {
            kit.agent.interrupt('user-cancel');
          }
          await tick();
          return SILENT;
        },
      }),
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-streaming');
    expect(kit.conversation.messages).toEqual([]);
    expect(kit.provider.requests).toEqual([]);
  });

  it('while hooks look at what was said meanwhile: it goes on waiting', async () => {
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          kit.agent.send(prompt('And hurry.'));
          yield* says('One.')(request, signal);
        },
      ],
      hooks: hooksWith({
        async submitted(said) {
          if (said === 'And hurry.') kit.agent.interrupt('user-cancel');
          await tick();
          return SILENT;
        },
      }),
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-streaming');
    expect(kit.agent.takeWaiting()).toEqual([prompt('And hurry.')]);
    expect(shape(kit.conversation.messages)[2]).toMatch(/^user: \[The user interrupted you/);
  });

  it.each(['user-cancel', 'shutdown'] as const)('of %s while hooks keep the work going', async (reason) => {
    const kit: Kit = createKit({
      answers: [says('One.')],
      hooks: hooksWith({
        async stopping() {
          kit.agent.interrupt(reason);
          await tick();
          return { goesOn: true, feedback: ['Not yet.'] };
        },
      }),
    });
    const { reason: ended } = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(ended).toBe(reason === 'shutdown' ? 'shutdown' : 'interrupted-streaming');
    expect(kit.provider.requests).toHaveLength(1);
  });

  it('while the tools are listed', async () => {
    const kit: Kit = createKit({
      answers: [],
      async tools() {
        kit.agent.interrupt('user-cancel');
        await tick();
        return [];
      },
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-streaming');
    expect(kit.provider.requests).toEqual([]);
  });

  it('tells hooks that nobody waits for them any more', async () => {
    const kit: Kit = createKit({
      answers: [],
      hooks: hooksWith({
        submitted(_prompt, signal) {
          const { promise, resolve } = Promise.withResolvers<typeof SILENT>();
          signal.addEventListener('abort', () => resolve(SILENT));
          kit.agent.interrupt('user-cancel');
          return promise;
        },
      }),
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-streaming');
  });
});

describe('an interrupt that no call could hear', () => {
  it('as a call has been read, and not begun, stops it', async () => {
    const slow = gatedTool('Slow', new Promise(() => {}), () => {});
    const kit = createKit({ answers: [says({ call: ['a', 'Slow', {}] })], agentTools: [slow] });
    for await (const event of kit.agent.run(prompt('Do it.'))) {
      if (event.type === 'model' && event.event.type === 'block-stop') kit.agent.interrupt('user-cancel');
      if (event.type === 'result') expect(event.result.reason).toMatch(/^interrupted/);
    }
    expect(shape(kit.conversation.messages)[2]).toMatch(/^user: =a! \| \[The user interrupted you/);
  });

  it('as the message has ended, and its calls are not waited for yet, stops them', async () => {
    const slow = gatedTool('Slow', new Promise(() => {}), () => {});
    const kit = createKit({ answers: [says({ call: ['a', 'Slow', {}] })], agentTools: [slow] });
    const { beginAssistant } = kit.conversation;
    Object.assign(kit.conversation, {
      beginAssistant(messageId: string) {
        const draft = beginAssistant(messageId);
        return {
          ...draft,
          async end(facts: Parameters<typeof draft.end>[0]) {
            const written = await draft.end(facts);
            kit.agent.interrupt('user-cancel');
            return written;
          },
        };
      },
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-tools');
    expect(shape(kit.conversation.messages)[2]).toMatch(
      /^user: =a! \| \[The user interrupted you while tools/,
    );
  });
});

describe('what the person says', () => {
  it('while hooks look at the prompt reaches the model after its first answer', async () => {
    const kit: Kit = createKit({
      answers: [says('One.'), says('Two.')],
      hooks: hooksWith({
        async submitted(said) {
          if (said === 'Do it.') kit.agent.send(prompt('And hurry.'));
          await tick();
          return SILENT;
        },
      }),
    });
    expect(transitionsOf(await toEnd(kit.agent.run(prompt('Do it.'))))).toEqual(['prompt', 'user-message']);
    expect(shape(kit.conversation.messages)).toEqual([
      'user: Do it.',
      'assistant: One.',
      'user: And hurry.',
      'assistant: Two.',
    ]);
  });

  it('after an interrupt waits for the next prompt', async () => {
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          kit.agent.interrupt('user-cancel');
          expect(kit.agent.send(prompt('Stop that.'))).toBe(true);
          yield* says('One.')(request, signal);
        },
      ],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('interrupted-streaming');
    expect(kit.agent.takeWaiting()).toEqual([prompt('Stop that.')]);
  });

  it('when there are no turns left goes on waiting, and gets its own', async () => {
    const kit: Kit = createKit({
      agentTools: [ECHO],
      maxTurns: 1,
      answers: [
        async function* answer(request, signal) {
          kit.agent.send(prompt('And hurry.'));
          yield* says(echo('a'))(request, signal);
        },
        says('Two.'),
      ],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('max-turns');
    const [waiting = prompt('')] = kit.agent.takeWaiting();
    expect(resultOf(await toEnd(kit.agent.run(waiting))).reason).toBe('completed');
    expect(shape(kit.conversation.messages)[2]).toBe('user: =a | And hurry.');
  });

  it('is told at once to a tool that begins to wait for it', async () => {
    const told: string[] = [];
    const kit: Kit = createKit({
      answers: [
        async function* answer(request, signal) {
          kit.agent.onMessage(() => void told.push('before'));
          kit.agent.send(prompt('And hurry.'));
          kit.agent.onMessage(() => void told.push('after'))();
          yield* says('One.')(request, signal);
        },
        says('Two.'),
      ],
    });
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(told).toEqual(['before', 'after']);
  });

  it('may be nothing: the model is asked all the same', async () => {
    const kit = createKit({ answers: [says('What?'), says('Yes?')] });
    expect(resultOf(await toEnd(kit.agent.run(prompt(' ')))).reason).toBe('completed');
    expect(resultOf(await toEnd(kit.agent.run(prompt('')))).reason).toBe('completed');
    expect(shape(kit.conversation.messages)).toEqual([
      'user: [Go on.]',
      'assistant: What?',
      'user: [Go on.]',
      'assistant: Yes?',
    ]);
  });
});

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
  it('goes with the prompt, and where results carry it not twice', async () => {
    const kit = createKit({
      agentTools: [ECHO],
      attachments: () => ['A task has ended.'],
      answers: [says(echo('a')), streams(['Half'], 'max_tokens'), says('Done.')],
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    const asked = shape(kit.conversation.messages).filter((message) => message.startsWith('user'));
    expect(asked[0]).toBe('user: Do it. | A task has ended.');
    expect(asked[1]).toBe('user: =a');
    expect(asked[2]).toMatch(/reached the token limit.* \| A task has ended\.$/);
    expect(events.filter((event) => event.type === 'user' && event.origin === 'task')).toHaveLength(2);
  });
});

describe('a structured output', () => {
  function outputOf() {
    let output: { readonly value: unknown } | undefined;
    const give = { ...ECHO, call: async () => ((output = { value: 42 }), { data: 'taken' }) };
    const part = { taken: () => output, clear: () => void (output = undefined) };
    return { give, part };
  }

  it('is asked for until it is there, for each prompt anew', async () => {
    const { give, part } = outputOf();
    const answers = [says('Well.'), says(echo('a')), says('Well.'), says(echo('b'))];
    const kit = createKit({ answers, agentTools: [give], output: part });
    for (const words of ['One.', 'Two.']) {
      const events = await toEnd(kit.agent.run(prompt(words)));
      expect(transitionsOf(events)).toEqual(['prompt', 'output-owed']);
      expect(resultOf(events)).toMatchObject({ reason: 'completed', structuredOutput: 42 });
    }
    expect(shape(kit.conversation.messages)[2]).toMatch(/call the tool StructuredOutput/);
  });

  it('that never comes is not asked for for ever', async () => {
    const { part } = outputOf();
    const kit = createKit({ answers: Array.from({ length: 9 }, () => says('Well.')), output: part });
    const result = resultOf(await toEnd(kit.agent.run(prompt('One.'))));
    expect(result).toMatchObject({ reason: 'output-retries', turns: 6, structuredOutput: undefined });
    expect(result.errors).toHaveLength(1);
  });
});

describe('the budget', () => {
  it('counts what earlier prompts have cost', async () => {
    const price = { input: 1000, output: 1000 };
    const base = { answers: [says('One.')], price };
    const kit = createKit({ ...base, budget: { limitUsd: 0.02, spentUsd: () => 0.02 } });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('max-budget');
    expect(kit.provider.requests).toEqual([]);
    const rich = createKit({ ...base, budget: { limitUsd: 0.02, spentUsd: () => 0.001 } });
    expect(resultOf(await toEnd(rich.agent.run(prompt('Do it.')))).reason).toBe('completed');
  });

  it('counts summaries', async () => {
    const full = streams([echo('a')], 'tool_use', { ...USAGE, inputTokens: 90 });
    const kit = createKit({
      agentTools: [ECHO],
      answers: [full, says('What there was.'), says('Done.')],
      provider: { contextWindow: 100, maxOutputTokens: 10 },
      price: { input: 1000, output: 0 },
      budget: { limitUsd: 0.1 },
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason: 'max-budget', turns: 1 });
    expect(result.costUsd).toBeCloseTo(0.1);
  });
});
