import { describe, expect, it } from 'vitest';
import type { EventFields, EventVerdict } from '@sluice/hooks';
import { SILENCE } from '../../../hooks/src/dispatch/hook-dispatcher.ts';
import { ModelSwitch } from '../../src/agent/model/model-switch.ts';

const PLANNED = { from: 'anthropic/old', to: 'openai/new', requested: 'new', answeredAt: undefined };

/** The hooks of one event answer this. */
function open(event: 'PreModelSwitch' | 'PostModelSwitch', verdict: Partial<EventVerdict> = {}) {
  const asked: EventFields['PreModelSwitch'][] = [];
  const delivered: string[] = [];
  const modelSwitch = new ModelSwitch({
    dispatcher: () => ({
      has: (name) => name === event,
      longestTimeout: () => 0,
      fileNames: () => [],
      fire: (_, fields) => {
        asked.push(Object.assign(Object.create(null), fields));
        return Promise.resolve({ ...SILENCE, ...verdict });
      },
    }),
    cwd: () => '/',
    contextTokens: () => 100_000,
    price: (model) => (model === 'openai/new' ? { input: 2, output: 8, cacheWrite: 2.5 } : undefined),
    hasOwnPrice: () => false,
    deliver: (text) => void delivered.push(text),
  });
  return { modelSwitch, asked, delivered };
}

describe('a hook before the model is changed', () => {
  it('learns what the change costs', async () => {
    const { modelSwitch, asked } = open('PreModelSwitch');
    const now = Date.now();
    expect(await modelSwitch.refusal({ ...PLANNED, answeredAt: now }, { source: 'picker' })).toBeUndefined();
    await modelSwitch.refusal(
      { ...PLANNED, to: 'local/x', requested: undefined, answeredAt: now - 600_000 },
      {},
    );
    expect(asked).toEqual([
      {
        from_model: 'anthropic/old',
        to_model: 'openai/new',
        requested_model: 'new',
        source: 'picker',
        context_tokens: 100_000,
        prompt_cache_warm: true,
        cache_ttl: '5m',
        estimated_cache_write_usd: 0.25,
        pricing: 'catalog',
      },
      expect.objectContaining({
        requested_model: null,
        source: 'sdk',
        prompt_cache_warm: false,
        estimated_cache_write_usd: 0,
        pricing: 'default',
      }),
    ]);
  });

  it.each<[string, Partial<EventVerdict>, boolean | undefined, RegExp | undefined]>([
    ['says nothing', {}, undefined, undefined],
    ['allows', { decision: 'allow' }, undefined, undefined],
    [
      'blocks',
      { block: { hook: 'h', reason: 'too dear' } },
      undefined,
      /keeps the model anthropic\/old: too dear/,
    ],
    ['denies', { decision: 'deny', decisionReason: 'no' }, true, /keeps the model anthropic\/old: no/],
    ['stops', { stop: { reason: 'enough' } }, true, /enough/],
    ['asks, and the person says yes', { decision: 'ask' }, true, undefined],
    [
      'asks, and the person says no',
      { decision: 'ask', decisionReason: 'dear' },
      false,
      /requires a person .*dear/,
    ],
    ['asks, and no one is there', { decision: 'ask' }, undefined, /still anthropic\/old/],
  ])('%s', async (_, verdict, answer, refusal) => {
    const { modelSwitch } = open('PreModelSwitch', verdict);
    const confirm = answer === undefined ? undefined : () => Promise.resolve(answer);
    const told = await modelSwitch.refusal(PLANNED, { confirm });
    if (refusal === undefined) expect(told).toBeUndefined();
    else expect(told).toMatch(refusal);
  });
});

it('a hook after the change adds to what the model is told', async () => {
  const { modelSwitch, delivered } = open('PostModelSwitch', { additionalContext: ['You are new here.'] });
  await modelSwitch.switched(PLANNED, {});
  expect(delivered).toEqual(['You are new here.']);
});
