import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { call, openTestSession, says } from './support/open-session.ts';

const PRICES = { 'claude-sonnet-4-5': { input: 1, output: 1 } };

const hooks = (type: 'prompt' | 'agent') => ({
  hooks: {
    PreToolUse: [
      {
        matcher: 'Read',
        hooks: [{ type, prompt: 'JUDGE whether it may go ahead: $ARGUMENTS', continueOnBlock: true }],
      },
    ],
  },
});

const verdict = (ok: boolean, reason = '') => ({ content: [call('StructuredOutput', { ok, reason })] });

it.each([
  ['no', verdict(false, 'It is secret.'), /It is secret\./],
  ['yes', verdict(true), /seven/],
  // A failure blocks nothing.
  ['nothing', { status: 400, error: { type: 'invalid_request_error', message: 'broken' } }, /seven/],
] as const)('a hook of the type prompt asks the model, which says %s', async (_, answer, expected) => {
  const { work, server, cwd } = await openTestSession(
    { MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')], JUDGE: [answer] },
    { parts: { settings: { files: [JSON.stringify(hooks('prompt'))], allow: ['Read'] } } },
  );
  writeFileSync(join(cwd, 'code.txt'), 'seven\n');
  const { texts } = await work('go');
  expect(texts[0]).toMatch(expected);
  const asked = server.requests.filter(({ body }) => JSON.stringify(body).includes('JUDGE'));
  expect(JSON.stringify(asked[0]?.body)).toContain('code.txt');
  expect(asked[0]?.body['tool_choice']).toMatchObject({ name: 'StructuredOutput' });
});

it.each(['prompt', 'agent'] as const)(
  'what a hook of the type %s costs counts, and it asks nothing once the budget is used up',
  async (type) => {
    const used = { usage: { inputTokens: 2_000_000, outputTokens: 0 } };
    const { hooks: both } = hooks(type);
    const files = [JSON.stringify({ hooks: { ...both, PostToolUse: both.PreToolUse }, modelPrices: PRICES })];
    const { work, server, agent, cwd } = await openTestSession(
      {
        MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')],
        JUDGE: [{ ...verdict(true), ...used }],
      },
      { parts: { settings: { files, allow: ['Read'] } }, agent: { maxBudgetUsd: 1 } },
    );
    writeFileSync(join(cwd, 'code.txt'), 'seven\n');
    const { texts, result } = await work('go');
    expect(texts[0]).toMatch(/seven/);
    expect(result.reason).toBe('max-budget');
    expect(agent.budgetLeftUsd).toBe(0);
    // The hook after the call was not asked, and neither was the model itself.
    expect(server.requests).toHaveLength(2);
  },
);

it.each(['prompt', 'agent'] as const)(
  'a hook of the type %s blocks a call that starts while the answer still streams and holds the budget',
  async (type) => {
    const gate = createGate();
    const reading = call('Read', { file_path: 'code.txt' });
    const no = verdict(false, 'It is secret.');
    const judge = (): typeof no => {
      gate.open();
      return no;
    };
    const { work, cwd } = await openTestSession(
      {
        MAIN: [{ content: [reading, gate.pause, reading] }, says('Done.')],
        JUDGE: [judge, no],
      },
      {
        parts: {
          settings: {
            files: [JSON.stringify({ ...hooks(type), modelPrices: PRICES })],
            allow: ['Read'],
          },
        },
        agent: { maxBudgetUsd: 0.01 },
      },
    );
    writeFileSync(join(cwd, 'code.txt'), 'seven\n');
    const { texts } = await work('go');
    expect(texts).toEqual([
      expect.stringContaining('It is secret.'),
      expect.stringContaining('It is secret.'),
    ]);
  },
);

it.each(['prompt', 'agent'] as const)(
  'a call that a hook of the type %s guards asks the user once the budget is used up',
  async (type) => {
    const gate = createGate();
    const reading = call('Read', { file_path: 'code.txt' });
    const { work, agent, asked, cwd } = await openTestSession(
      {
        MAIN: [{ content: [reading, gate.pause, reading] }, says('Done.')],
        JUDGE: [{ ...verdict(true), usage: { inputTokens: 2_000_000, outputTokens: 0 } }],
      },
      {
        parts: {
          settings: {
            files: [JSON.stringify({ ...hooks(type), modelPrices: PRICES })],
            allow: ['Read'],
          },
        },
        agent: { maxBudgetUsd: 1 },
        answer: () => ({ behavior: 'deny' }),
      },
    );
    writeFileSync(join(cwd, 'code.txt'), 'seven\n');
    const openOnceUsedUp = (): void =>
      agent.budgetLeftUsd === 0 ? gate.open() : void setImmediate(openOnceUsedUp);
    openOnceUsedUp();
    const { texts } = await work('go');
    expect(texts[0]).toMatch(/seven/);
    expect(texts[1]).not.toMatch(/seven/);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).toContain("The session's budget is used up.");
  },
);

it.each([
  ['prompt', 'replay:missing.jsonl', undefined, 'missing.jsonl'],
  ['agent', 'replay:missing.jsonl', undefined, 'missing.jsonl'],
  ['prompt', 'anthropic/unlisted', 1, 'modelPrices'],
  ['agent', 'anthropic/unlisted', 1, 'modelPrices'],
] as const)(
  'a call that a hook of the type %s guards asks the user if its model %s cannot be asked',
  async (type, model, maxBudgetUsd, why) => {
    const { PreToolUse } = hooks(type).hooks;
    const guards = PreToolUse.map(({ matcher, hooks: of }) => ({
      matcher,
      hooks: of.map((one) => ({ ...one, model })),
    }));
    const files = [JSON.stringify({ hooks: { PreToolUse: guards }, modelPrices: PRICES })];
    const { work, server, asked, cwd } = await openTestSession(
      {
        MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')],
        JUDGE: [verdict(true)],
      },
      {
        parts: { settings: { files, allow: ['Read'] } },
        agent: { maxBudgetUsd },
        answer: () => ({ behavior: 'deny' }),
      },
    );
    writeFileSync(join(cwd, 'code.txt'), 'seven\n');
    const { texts } = await work('go');
    expect(texts[0]).not.toMatch(/seven/);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).toContain(why);
    expect(server.requests).toHaveLength(1);
  },
);

it.each([
  ['{"ok":false,"reason":"It is secret."}', /It is secret\./],
  ['I looked.\n```json\n{"ok": false, "reason": "It is secret."}\n```', /It is secret\./],
  ['{"ok":true}', /seven/],
  // A failure blocks nothing.
  ['Better not.', /seven/],
])('a hook of the type agent may write its answer as text: %j', async (text, expected) => {
  const { work, cwd } = await openTestSession(
    {
      MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')],
      JUDGE: Array.from({ length: 9 }, () => says(text)),
    },
    { parts: { settings: { files: [JSON.stringify(hooks('agent'))], allow: ['Read'] } } },
  );
  writeFileSync(join(cwd, 'code.txt'), 'seven\n');
  const { texts } = await work('go');
  expect(texts[0]).toMatch(expected);
});

it('a hook of the type agent looks around before it says no, and its own calls ask it nothing', async () => {
  const { work, server, cwd } = await openTestSession(
    {
      MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')],
      JUDGE: [
        { content: [call('Read', { file_path: 'rules.txt' })] },
        verdict(false, 'The rules forbid it.'),
      ],
    },
    { parts: { settings: { files: [JSON.stringify(hooks('agent'))], allow: ['Read'] } } },
  );
  writeFileSync(join(cwd, 'code.txt'), 'seven\n');
  writeFileSync(join(cwd, 'rules.txt'), 'Nobody reads code.txt.\n');
  const { texts } = await work('go');
  expect(texts[0]).toContain('The rules forbid it.');
  expect(server.requests).toHaveLength(3);
  expect(JSON.stringify(server.requests[2]?.body)).toContain('Nobody reads code.txt.');
});
