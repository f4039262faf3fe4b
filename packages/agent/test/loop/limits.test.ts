import { describe, expect, it } from 'vitest';
import { whileTimePasses } from './faulty-session.ts';
import {
  breaks,
  createFakeClock,
  createKit,
  ECHO,
  prompt,
  resultOf,
  says,
  shape,
  streams,
  toEnd,
  transitionsOf,
  USAGE,
} from './support.ts';
import { NO_USAGE } from '../../src/loop/usage/token-usage.ts';

const echo = (id: string) => ({ call: [id, 'Echo', { said: id }] as const });

describe('a structured output', () => {
  function outputOf() {
    let output: { readonly value: unknown } | undefined;
    const give = { ...ECHO, call: async () => ((output = { value: 42 }), { data: 'taken' }) };
    const part = { taken: () => output, clear: () => void (output = undefined), toolName: 'Echo' };
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
    expect(shape(kit.conversation.messages)[2]).toMatch(/call the StructuredOutput tool/);
  });

  it('that never comes is not asked for for ever', async () => {
    const { part } = outputOf();
    const kit = createKit({ answers: Array.from({ length: 9 }, () => says('Well.')), output: part });
    const result = resultOf(await toEnd(kit.agent.run(prompt('One.'))));
    expect(result).toMatchObject({ reason: 'output-retries', turns: 6, structuredOutput: undefined });
    expect(result.errors).toHaveLength(1);
  });

  it('is not asked for while agents will report, and stays when their reports come', async () => {
    const { give, part } = outputOf();
    let isAtWork = true;
    const answers = [says('Waiting.'), says('Well.'), says(echo('a')), says('That is all.')];
    const kit = createKit({ answers, agentTools: [give], output: part, awaitsReports: () => isAtWork });
    const first = resultOf(await toEnd(kit.agent.run(prompt('One.'))));
    expect(first).toMatchObject({ reason: 'completed', turns: 1, structuredOutput: undefined });
    isAtWork = false;
    const second = await toEnd(kit.agent.wake());
    expect(transitionsOf(second)).toEqual(['wake-up', 'output-owed']);
    expect(resultOf(second)).toMatchObject({ reason: 'completed', structuredOutput: 42 });
    const third = await toEnd(kit.agent.wake());
    expect(transitionsOf(third)).toEqual(['wake-up']);
    expect(resultOf(third)).toMatchObject({ reason: 'completed', structuredOutput: 42 });
  });

  it('that stays wrong ends the prompt, too', async () => {
    const { part } = outputOf();
    const wrong = (at: number) => says({ call: [`w${at}`, 'Echo', { said: at }] });
    const kit = createKit({ answers: Array.from({ length: 9 }, (_, at) => wrong(at)), output: part });
    const result = resultOf(await toEnd(kit.agent.run(prompt('One.'))));
    expect(result).toMatchObject({ reason: 'output-retries', turns: 6, structuredOutput: undefined });
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

  it.each([
    ['a cost limit', { limitUsd: 100 }, 'max-budget', 1],
    ['none', undefined, 'completed', 2],
  ] as const)('where the server reports no usage and there is %s', async (_, budget, reason, turns) => {
    const unreported = { ...NO_USAGE, isIncomplete: true } as const;
    const kit = createKit({
      agentTools: [ECHO],
      answers: [streams([echo('a')], 'tool_use', unreported), streams(['Done.'], 'end_turn', unreported)],
      price: { input: 1000, output: 1000 },
      ...(budget !== undefined && { budget }),
    });
    const result = resultOf(await toEnd(kit.agent.run(prompt('Do it.'))));
    expect(result).toMatchObject({ reason, turns, costUsd: undefined });
    expect(result.errors.join()).toMatch(budget === undefined ? /^$/ : /cost is unknown/);
  });

  it('knows no cost of a prompt whose stream broke off', async () => {
    const kit = createKit({ answers: [breaks(['On']), says('Done.')], price: { input: 1000, output: 1000 } });
    expect(resultOf(await toEnd(kit.agent.run(prompt('Do it.'))))).toMatchObject({
      reason: 'completed',
      costUsd: undefined,
    });
  });

  it.each([
    ['its own requests', {}, 2],
    [
      'other agents',
      {
        reserve: (() => {
          let asked = 0;
          return async () => ((asked += 1) < 3 ? () => {} : undefined);
        })(),
      },
      2,
    ],
  ] as const)(
    'lets no broken stream be asked for again once %s have used it up',
    async (who, reserve, times) => {
      const clock = createFakeClock();
      const limitUsd = who === 'other agents' ? 100 : 0.015;
      const kit = createKit({
        clock,
        answers: Array.from({ length: 4 }, () => breaks(['On'])),
        price: { input: 1000, output: 0 },
        budget: { limitUsd, ...reserve },
      });
      const events = await whileTimePasses(clock, toEnd(kit.agent.run(prompt('Do it.'))));
      expect(resultOf(events).reason).toBe('max-budget');
      expect(kit.provider.requests).toHaveLength(times);
    },
  );

  it('lets no broken summary be asked for again once it is used up', async () => {
    const kit = createKit({
      agentTools: [ECHO],
      answers: [
        streams([echo('a')], 'tool_use', { ...USAGE, inputTokens: 90 }),
        breaks(['What']),
        breaks(['What']),
      ],
      provider: { contextWindow: 100, maxOutputTokens: 10 },
      price: { input: 1000, output: 0 },
      budget: { limitUsd: 0.1 },
    });
    const events = await toEnd(kit.agent.run(prompt('Do it.')));
    expect(resultOf(events)).toMatchObject({ reason: 'max-budget', turns: 1 });
    expect(kit.provider.requests).toHaveLength(2);
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
