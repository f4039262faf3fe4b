import { describe, expect, it } from 'vitest';
import { BudgetGate } from '../../../src/agent/cost/budget-gate.ts';

const NEVER = new AbortController().signal;

/** Requests that ask for room, and what has become of them so far. */
class Asked {
  spentUsd = 0;
  readonly gate: BudgetGate;
  readonly began: string[] = [];
  readonly #ends = new Map<string, (() => void) | undefined>();

  constructor(limitUsd: number | undefined) {
    this.gate = new BudgetGate(limitUsd, () => this.spentUsd);
  }

  async ask(who: string, usd: number, signal: AbortSignal = NEVER): Promise<void> {
    const [agent, beside] = who.split(' beside ').toReversed();
    const end = await this.gate.reserve(usd, signal, agent, beside !== undefined);
    this.began.push(end === undefined ? `not ${who}` : who);
    this.#ends.set(who, end);
  }

  async end(who: string, costUsd: number): Promise<void> {
    this.spentUsd += costUsd;
    this.#ends.get(who)?.();
    await Promise.resolve();
    await Promise.resolve();
  }
}

async function asking(limitUsd: number | undefined, ...requests: readonly [string, number][]) {
  const asked = new Asked(limitUsd);
  for (const [who, usd] of requests) void asked.ask(who, usd);
  await Promise.resolve();
  await Promise.resolve();
  return asked;
}

describe('the gate of a budget', () => {
  it('lets requests run side by side as long as all of them fit, and the others wait in order', async () => {
    const asked = await asking(10, ['a', 4], ['b', 4], ['c', 4], ['d', 1]);
    expect(asked.began).toEqual(['a', 'b']);
    expect(['a', 'b', 'c', 'd'].map((who) => asked.gate.hasWaiting(who))).toEqual([false, false, true, true]);
    await asked.end('a', 1);
    expect(asked.began).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets a request alone begin whatever it may cost, and none once the budget is used up', async () => {
    const asked = await asking(10, ['a', 100], ['b', 100], ['c', 0]);
    expect(asked.began).toEqual(['a']);
    await asked.end('a', 9);
    expect(asked.began).toEqual(['a', 'b']);
    await asked.end('b', 1);
    expect(asked.began).toEqual(['a', 'b', 'not c']);
    await asked.ask('d', 0);
    expect(asked.began.at(-1)).toBe('not d');
  });

  it('counts a request once, however often it ends', async () => {
    const asked = await asking(10, ['a', 6], ['b', 4], ['c', 6], ['d', 6]);
    await asked.end('a', 0);
    await asked.end('a', 0);
    expect(asked.began).toEqual(['a', 'b', 'c']);
  });

  it('lets those behind a request pass that is aborted', async () => {
    const asked = await asking(10, ['a', 6]);
    const abort = new AbortController();
    const aborted = asked.ask('b', 6, abort.signal);
    void asked.ask('c', 4);
    abort.abort();
    await aborted;
    expect(asked.began.toSorted()).toEqual(['a', 'b', 'c']);
    expect(asked.gate.hasWaiting('b')).toBe(false);
    await asked.ask('d', 6, abort.signal);
    expect(asked.began.at(-1)).toBe('d');
  });

  it('lets a request beside a conversation pass all of them, as part of what its agent holds or alone', async () => {
    const asked = await asking(
      10,
      ['a', 8],
      ['b', 4],
      ['x beside a', 5],
      ['y beside a', 3],
      ['z beside a', 1],
    );
    expect(asked.began).toEqual(['a', 'x beside a', 'y beside a']);
    void asked.ask('x beside b', 9);
    void asked.ask('y beside b', 1);
    await asked.end('a', 1);
    expect(asked.began.slice(3)).toEqual(['x beside b']);
    await asked.end('x beside b', 1);
    expect(asked.began.slice(4)).toEqual(['y beside b']);
    await asked.end('x beside a', 1);
    await asked.end('y beside a', 1);
    expect(asked.began.slice(5)).toEqual(['b', 'z beside a']);
  });

  it('refuses a request beside a conversation only once the budget is used up', async () => {
    const asked = await asking(10, ['a', 12], ['x beside a', 1], ['y beside a', 100]);
    expect(asked.began).toEqual(['a', 'x beside a']);
    await asked.end('x beside a', 10);
    expect(asked.began.slice(2)).toEqual(['not y beside a']);
  });

  it('holds no one up without a limit', async () => {
    const asked = await asking(undefined, ['a', 1e9], ['b', 1e9]);
    expect(asked.began).toEqual(['a', 'b']);
  });
});
