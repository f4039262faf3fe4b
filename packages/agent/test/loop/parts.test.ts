import { createFakeClock, type RunEvent } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createActivityCount, type Activity } from '../../src/loop/activity.ts';
import { createInterruption } from '../../src/loop/interruption.ts';
import { createPromptTally } from '../../src/loop/usage/prompt-tally.ts';
import { addUsage, contextTokens, costOf, NO_USAGE } from '../../src/loop/usage/token-usage.ts';
import { watchAsks } from '../../src/loop/watch-asks.ts';

const MODEL = { model: 'm', contextWindow: 9, maxOutputTokens: 5 };

describe('the activity', () => {
  it('counts what is at work and what is asked, and tells each change once', () => {
    const told: Activity[] = [];
    const activity = createActivityCount((now) => void told.push(now));
    activity.begin();
    activity.begin();
    activity.ask('a');
    activity.ask('a');
    activity.ask('b');
    activity.answered('a');
    activity.answered('a');
    expect(activity.current).toBe('requires-action');
    activity.answered('b');
    activity.end();
    expect(activity.current).toBe('running');
    activity.end();
    activity.end();
    activity.begin();
    expect(told).toEqual(['running', 'requires-action', 'running', 'idle', 'running']);
  });

  it('is idle when nothing is at work, whatever was left unanswered', () => {
    const activity = createActivityCount(() => {});
    activity.begin();
    activity.ask('a');
    activity.end();
    expect(activity.current).toBe('idle');
    activity.begin();
    expect(activity.current).toBe('running');
  });

  it('an ask ends with whatever its call does next', () => {
    const activity = createActivityCount(() => {});
    activity.begin();
    const state = (status: 'awaiting-permission' | 'preparing' | 'settled', callId = 'a') =>
      watchAsks(activity, {
        type: 'call-state',
        status,
        attempt: 1,
        callId,
        messageId: 'm',
        toolName: 'Read',
        parentCallId: undefined,
        sequence: 1,
        time: 0,
      } satisfies RunEvent);
    state('awaiting-permission');
    state('awaiting-permission', 'b');
    state('preparing');
    expect(activity.current).toBe('requires-action');
    state('settled', 'b');
    expect(activity.current).toBe('running');
  });
});

describe('an interruption', () => {
  it.each([
    [['user-cancel'], 'user-cancel'],
    [['user-message'], undefined],
    [['user-cancel', 'user-message'], 'user-cancel'],
    [['user-cancel', 'shutdown'], 'shutdown'],
    [['shutdown', 'user-cancel'], 'shutdown'],
  ] as const)('of %j ends the prompt as %s', (reasons, expected) => {
    const interruption = createInterruption();
    const told: unknown[] = [];
    interruption.during('tools', (reason) => void told.push(reason));
    for (const reason of reasons) interruption.interrupt(reason);
    expect(interruption.reason).toBe(expected);
    expect(interruption.signal.aborted).toBe(expected !== undefined);
    expect(told).toEqual(reasons);
  });

  it('tells those who listen, for as long as they do', () => {
    const interruption = createInterruption();
    const told: string[] = [];
    expect(interruption.phase).toBe('idle');
    const release = interruption.during('streaming', () => void told.push('streaming'));
    const releaseTools = interruption.during('tools', () => void told.push('tools'));
    expect(interruption.phase).toBe('tools');
    releaseTools();
    expect(interruption.phase).toBe('streaming');
    interruption.interrupt('user-message');
    release();
    interruption.interrupt('user-cancel');
    expect(told).toEqual(['streaming']);
    expect(interruption.phase).toBe('idle');
  });
});

describe('what a prompt has used', () => {
  const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10_000, cacheWriteTokens: 500 };

  it.each([
    [{ input: 3, output: 15 }, (1000 * 3 + 100 * 15 + 10_000 * 3 + 500 * 3) / 1e6],
    [{ input: 3, output: 15, cacheRead: 0.3 }, (1000 * 3 + 100 * 15 + 10_000 * 0.3 + 500 * 3) / 1e6],
    [{ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }, (3000 + 1500 + 3000 + 1875) / 1e6],
    [{ input: 0, output: 0 }, 0],
  ])('at %j costs %d dollars', (price, dollars) => {
    expect(costOf(usage, price)).toBeCloseTo(dollars, 12);
  });

  it('adds up part by part, and fills the window with all of them', () => {
    expect(addUsage(usage, NO_USAGE)).toEqual(usage);
    expect(addUsage(usage, usage)).toEqual({
      inputTokens: 2000,
      outputTokens: 200,
      cacheReadTokens: 20_000,
      cacheWriteTokens: 1000,
    });
    expect(contextTokens(usage)).toBe(11_600);
  });

  it('adds up what a server counts besides tokens, and keeps the last of everything else', () => {
    const first = { ...usage, details: { service_tier: 'priority', server_tool_use: { searches: 2 } } };
    const second = { ...usage, details: { service_tier: 'standard', server_tool_use: { searches: 1 } } };
    for (const sum of [addUsage(addUsage(first, second), usage), addUsage(usage, addUsage(first, second))])
      expect(sum.details).toEqual({ service_tier: 'standard', server_tool_use: { searches: 3 } });
  });

  it('counts turns, requests beside them, and streams that broke off before their message', () => {
    const clock = createFakeClock();
    const tally = createPromptTally(clock, { input: 1000, output: 1000 }, MODEL);
    const turn = {
      outcome: 'answered',
      messageId: 'm',
      content: [{ type: 'text', text: 'Said.' }],
      stopReason: 'end_turn',
      usage: { ...NO_USAGE, inputTokens: 10 },
      isOverBudget: false,
      lostUsage: { ...NO_USAGE, inputTokens: 7 },
      failure: undefined,
      hasCalls: false,
      stop: undefined,
      deferred: undefined,
      suspended: [],
      wasInTools: false,
      modelMs: 5,
    } as const;
    tally.addTurn(turn, MODEL);
    tally.addTurn({ ...turn, outcome: 'failed', content: [], lostUsage: NO_USAGE }, MODEL);
    tally.addRequest({ ...NO_USAGE, outputTokens: 3 }, 2, MODEL);
    clock.advance(100);
    expect(tally.costUsd).toBeCloseTo(0.03);
    expect(tally.result('completed', undefined)).toMatchObject({
      text: 'Said.',
      turns: 1,
      usage: { inputTokens: 27, outputTokens: 3 },
      modelMs: 12,
      durationMs: 100,
    });
  });

  it('knows the cost unless a model was used whose price is unknown, and the known part even then', () => {
    const other = { ...MODEL, model: 'priceless' };
    const priceOf = (model: string) =>
      model === MODEL.model ? { input: 1_000_000, output: 1_000_000 } : undefined;
    const tally = createPromptTally(createFakeClock(), priceOf, other);
    expect(tally.costUsd).toBe(0);
    tally.addRequest({ ...NO_USAGE, inputTokens: 2 }, 1, MODEL);
    // The unpriced one was set at first, and never asked.
    expect([tally.costUsd, tally.knownCostUsd]).toEqual([2, 2]);
    tally.addRequest({ ...NO_USAGE, inputTokens: 5 }, 1, other);
    expect([tally.costUsd, tally.knownCostUsd]).toEqual([undefined, 2]);
    expect(tally.result('completed', undefined).costUsd).toBeUndefined();
  });

  it('does not know the cost where the server did not report all usage, and keeps the part it reported', () => {
    const tally = createPromptTally(createFakeClock(), { input: 1_000_000, output: 1_000_000 }, MODEL);
    tally.addRequest({ ...NO_USAGE, inputTokens: 2 }, 1, MODEL);
    tally.addRequest({ ...NO_USAGE, isIncomplete: true }, 1, MODEL);
    tally.addRequest({ ...NO_USAGE, outputTokens: 1 }, 1, MODEL);
    expect([tally.costUsd, tally.knownCostUsd]).toEqual([undefined, 3]);
  });
});
