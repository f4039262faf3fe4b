import { describe, expect, it } from 'vitest';
import {
  breaks,
  createFakeClock,
  createKit,
  ECHO,
  prompt,
  refuses,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  USAGE,
} from './support.ts';

const echo = (id: string, said = id) => ({ call: [id, 'Echo', { said }] as const });

describe('the loop', () => {
  it('asks, carries out, asks again until the model is done', async () => {
    const kit = createKit({
      answers: [says('Let me see.', echo('a'), echo('b')), says('Done.')],
      agentTools: [ECHO],
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'tool-results']);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', text: 'Done.', turns: 2, errors: [] });
    expect(resultOf(events).usage).toEqual({ ...USAGE, inputTokens: 20, outputTokens: 10 });
    expect(shape(kit.conversation.messages)).toEqual([
      'user: Do it.',
      'assistant: Let me see. | Echo#a | Echo#b',
      'user: =a | =b',
      'assistant: Done.',
    ]);
    const types = events.map(({ type }) => type);
    expect(types.indexOf('assistant')).toBeLessThan(types.indexOf('results'));
    expect(events[0]).toMatchObject({ type: 'activity', activity: 'running' });
    expect(kit.agent.activity).toBe('idle');
  });

  it('begins a call while the model is still writing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const early = { ...ECHO, name: 'Early', call: async () => (resolve(), { data: 'early' }) };
    const kit = createKit({
      answers: [says({ call: ['a', 'Early', {}] }, { gate: promise }, 'and more'), says('Done.')],
      agentTools: [early],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.')))).reason).toBe('completed');
  });

  it('goes on with the next prompt', async () => {
    const kit = createKit({ answers: [says('One.'), says('Two.')] });
    await toEnd(kit.agent.run(prompt('1')));
    await toEnd(kit.agent.run(prompt('2')));
    expect(shape(kit.conversation.messages)).toEqual([
      'user: 1',
      'assistant: One.',
      'user: 2',
      'assistant: Two.',
    ]);
  });

  it('ends at the limit of turns, with a conversation that can be sent', async () => {
    const kit = createKit({
      answers: [says(echo('a')), says(echo('b')), says('Go on.')],
      agentTools: [ECHO],
      maxTurns: 2,
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({
      reason: 'max-turns',
      turns: 2,
      errors: ['Reached maximum number of turns (2).'],
    });
    expect(result.errors).toHaveLength(1);
    expect(resultOf(await toEnd(kit.agent.run(prompt('More.')))).reason).toBe('completed');
  });

  it('ends when it has cost as much as it may', async () => {
    const kit = createKit({
      answers: [says(echo('a')), says('Done.')],
      agentTools: [ECHO],
      price: { input: 1000, output: 1000 },
      budget: { limitUsd: 0.015 },
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result.reason).toBe('max-budget');
    expect(result.costUsd).toBeCloseTo(0.015);
  });

  it('lets a message that was cut off at the token limit be gone on with, but not for ever', async () => {
    const cut = () => streams(['A part'], 'max_tokens');
    const kit = createKit({ answers: [cut(), cut(), cut(), cut()] });
    const events = await toEnd(kit.agent.run(prompt('Write.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'max-tokens', 'max-tokens', 'max-tokens']);
    expect(resultOf(events)).toMatchObject({
      reason: 'completed',
      stopReason: 'max_tokens',
      text: 'A partA partA partA part',
      errors: ["The model's last message reached its token limit and is incomplete."],
    });
  });

  it('gives the whole of an answer that came in parts, and only that', async () => {
    const kit = createKit({
      answers: [says('First I look.', echo('a')), streams(['Do not '], 'max_tokens'), says('delete it.')],
      agentTools: [ECHO],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('May I?'))))).toMatchObject({
      text: 'Do not delete it.',
      errors: [],
    });
  });

  it('says when the model had nothing to say', async () => {
    const kit = createKit({ answers: [says()] });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Well?'))))).toMatchObject({
      reason: 'completed',
      text: '',
      errors: ['The model ended its turn without any text.'],
    });
  });

  it('does not run the last call of a message that was cut off there', async () => {
    const kit = createKit({
      answers: [streams([echo('a')], 'max_tokens'), says('Done.')],
      agentTools: [ECHO],
    });
    await toEnd(kit.agent.run(prompt('Do it.')));
    expect(shape(kit.conversation.messages).length).toBe(4);
  });

  it('asks the same again when the API has paused', async () => {
    const kit = createKit({ answers: [streams(['Searching'], 'pause_turn'), says('Found.')] });
    const events = await toEnd(kit.agent.run(prompt('Search.')));
    expect(transitionsOf(events)).toEqual(['prompt', 'paused']);
    expect(resultOf(events).reason).toBe('completed');
  });

  it('tells of a refusal', async () => {
    const kit = createKit({ answers: [streams(['No.'], 'refusal')] });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do evil.')))).reason).toBe('refused');
  });

  it('ends with the failure when the model can not be asked, and can be asked again later', async () => {
    const kit = createKit({ answers: [refuses({ message: 'The key is wrong.' }), says('Hello.')] });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Hello?'))));
    expect(result).toMatchObject({
      reason: 'model-error',
      turns: 0,
      stopReason: undefined,
      errors: ['The key is wrong.'],
    });
    expect(resultOf(await toEnd(kit.agent.run(prompt('And now?')))).reason).toBe('completed');
    expect(shape(kit.conversation.messages)).toEqual(['user: Hello? | And now?', 'assistant: Hello.']);
  });
});

describe('a stream that breaks off', () => {
  it('is withdrawn and asked for again; what had happened is told', async () => {
    const clock = createFakeClock();
    const ran: string[] = [];
    const effects = {
      ...ECHO,
      name: 'Write',
      isReadOnly: () => false,
      call: async () => (ran.push('x'), { data: 'written' }),
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    const watched = { ...effects, call: async () => (ran.push('x'), resolve(), { data: 'written' }) };
    const kit = createKit({
      clock,
      agentTools: [watched],
      answers: [breaks([{ call: ['a', 'Write', {}] }, { gate: promise }]), says('Done.')],
    });
    const reading = toEnd(kit.agent.run(prompt('Do it.')));
    await until(() => clock.untilNext !== undefined && kit.provider.requests.length === 1);
    clock.advance(60_000);
    const events = await reading;
    expect(ran).toEqual(['x']);
    expect(events.filter(({ type }) => type === 'retracted')).toHaveLength(1);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', turns: 1 });
    const note = events.find((event) => event.type === 'user' && event.origin === 'note');
    expect(JSON.stringify(note)).toMatch(/Write/);
    const [said = '', answer] = shape(kit.conversation.messages);
    expect(said).toMatch(/^user: Do it\. \| .*Write/s);
    expect(answer).toBe('assistant: Done.');
  });

  it('is asked for as a whole in the end', async () => {
    const clock = createFakeClock();
    const kit = createKit({ clock, answers: [breaks(['a']), breaks(['b']), breaks(['c']), says('Done.')] });
    const reading = toEnd(kit.agent.run(prompt('Do it.')));
    for (let count = 1; count <= 3; count += 1) {
      await until(() => clock.untilNext !== undefined && kit.provider.requests.length === count);
      clock.advance(60_000);
    }
    expect(resultOf(await reading).reason).toBe('completed');
    expect(kit.provider.requests.map(({ isStreamed }) => isStreamed)).toEqual([true, true, true, false]);
    expect(shape(kit.conversation.messages)).toEqual(['user: Do it.', 'assistant: Done.']);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  for (let tick = 0; tick < 10_000 && !isSo(); tick += 1)
    await new Promise<void>((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
}
