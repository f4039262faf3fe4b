import { describe, expect, it } from 'vitest';
import { hooksWith, SILENT } from './hooks.ts';
import { soon } from './soon.ts';
import {
  createKit,
  ECHO,
  gatedTool,
  prompt,
  resultOf,
  says,
  shape,
  toEnd,
  transitionsOf,
  watching,
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

  it('tells hooks that no one waits for them any more', async () => {
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
    const reading = watching(kit.agent.run(prompt('Do it.')), (event) => {
      if (event.type === 'model' && event.event.type === 'block-stop') kit.agent.interrupt('user-cancel');
    });
    expect(resultOf(await soon(reading.done)).reason).toMatch(/^interrupted/);
    expect(shape(kit.conversation.messages)[2]).toMatch(/^user: =a! \| \[The user interrupted you/);
  });

  it('as the message has ended, and its calls are not waited for yet, stops them', async () => {
    const slow = gatedTool('Slow', new Promise(() => {}), () => {});
    const kit = createKit({ answers: [says({ call: ['a', 'Slow', {}] })], agentTools: [slow] });
    const begin = kit.conversation.beginAssistant.bind(kit.conversation);
    Object.assign(kit.conversation, {
      beginAssistant(messageId: string) {
        const draft = begin(messageId);
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
    const events = await soon(toEnd(kit.agent.run(prompt('Do it.'))));
    expect(resultOf(events).reason).toBe('interrupted-tools');
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
    expect(kit.agent.takeWaiting()).toEqual([prompt('And hurry.')]);
    expect(resultOf(await toEnd(kit.agent.run(prompt('And hurry.')))).reason).toBe('completed');
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
      'user: [Continue.]',
      'assistant: What?',
      'user: [Continue.]',
      'assistant: Yes?',
    ]);
  });
});
