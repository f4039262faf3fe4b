import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/index.ts';
import { fitMessage, type BudgetedResult } from '../../src/result/message-budget.ts';
import { createKit, FREE, ofType, runAll, textOfResult, toolOf } from '../support/kit.ts';
import { RUNS } from '../support/toy-calls.ts';

function result(content: string, rest: Partial<BudgetedResult> = {}): BudgetedResult {
  return { content, isReplaced: false, preview: 'head', shorten: undefined, ...rest };
}

const fitted = async (results: readonly BudgetedResult[], budget: number) => [
  ...(await fitMessage(results, budget, createMemoryStore())).keys(),
];

describe('the budget of a message', () => {
  const large = result('l'.repeat(30_000));
  const middle = result('m'.repeat(20_000));
  const small = result('s'.repeat(5000));
  const rows: [string, BudgetedResult[], number, number[]][] = [
    ['that is kept changes nothing', [small, large], 35_000, []],
    ['takes the largest first', [small, large, middle], 30_000, [1]],
    ['takes as many as it must', [small, large, middle], 10_000, [1, 2]],
    ['takes the earlier of two alike', [middle, small, middle], 30_000, [0]],
    ['passes over what is a preview already', [{ ...large, isReplaced: true }, middle], 40_000, [1]],
    ['has nothing to gain from short results', [result('x'.repeat(900)), result('y'.repeat(900))], 1000, []],
  ];
  it.each(rows)('%s', async (_, results, budget, replaced) => {
    expect(await fitted(results, budget)).toEqual(replaced);
  });

  it('shortens the page of a tool that bounds itself, by as much as it must', async () => {
    const asked: number[] = [];
    const page = result('p'.repeat(30_000), {
      shorten: (maxChars) => {
        asked.push(maxChars);
        return 'p'.repeat(maxChars);
      },
    });
    const replacements = await fitMessage([page, small], 20_000, createMemoryStore());
    expect(asked).toEqual([15_000]);
    expect(replacements.get(0)).toMatchObject({ content: 'p'.repeat(15_000), storedAt: undefined });
    await fitMessage([page, middle], 10_000, createMemoryStore());
    expect(asked.at(-1)).toBe(2000);
  });

  it('says what a page that was shortened still shows, until it is cut again', async () => {
    const range = { offset: 1, limit: 10, total: 90 };
    const page = result('p'.repeat(30_000), {
      shorten: (maxChars) => ({ text: 'p'.repeat(maxChars), range }),
    });
    const shortened = await fitMessage([page, small], 20_000, createMemoryStore());
    expect(shortened.get(0)).toMatchObject({ content: 'p'.repeat(15_000), shown: range });
    const cut = await fitMessage([page, small], 3000, createMemoryStore());
    expect(cut.get(0)).not.toHaveProperty('shown');
  });

  it('gives the same for the same results, and holds where a few results break it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 20 }), async (lengths) => {
        const results = lengths.map((length, index) =>
          result(String.fromCodePoint(97 + index).repeat(length)),
        );
        const [one, two] = [
          await fitMessage(results, 100_000, createMemoryStore()),
          await fitMessage(results, 100_000, createMemoryStore()),
        ];
        expect([...one]).toEqual([...two]);
        const total = results.reduce(
          (sum, { content }, index) => sum + (one.get(index)?.content ?? content).length,
          0,
        );
        expect(total).toBeLessThanOrEqual(100_000);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a message over its budget', () => {
  const text = toolOf('Text', { ...FREE, call: async ({ size }) => ({ data: 'x'.repeat(Number(size)) }) });
  const calls = [10_000, 40_000, 30_000].map((size, index) => ({
    id: `c${index}`,
    name: 'Text',
    input: { size },
  }));

  it('has previews for its largest results, while each event showed its own', async () => {
    const kit = createKit([text], { messageBudget: 50_000 });
    const events = await runAll(kit, calls);
    expect(textOfResult(events, 'c1')).toHaveLength(40_000);
    const [message] = ofType(events, 'message');
    const lengths = message?.results.map(({ content }) => content.length) ?? [];
    expect(lengths[0]).toBe(10_000);
    expect(lengths[1]).toBeLessThan(2300);
    expect(lengths[2]).toBe(30_000);
    expect(kit.journal.entries.filter(({ type }) => type === 'replaced')).toMatchObject([{ callId: 'c1' }]);
  });

  it('says so when the store is full', async () => {
    const kit = createKit([text], { messageBudget: 50_000 });
    kit.store.breakWith('full');
    const events = await runAll(kit, calls);
    expect(JSON.stringify(ofType(events, 'message')[0]?.results[1])).toMatch(/could not be saved/);
    expect(ofType(events, 'notice').map(({ code }) => code)).toContain('store-unwritable');
  });
});
