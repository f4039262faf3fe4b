import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { sampleModel } from '../../../src/agent/beside/sample-model.ts';
import { definitionsOf } from './support/definitions-of.ts';
import { agentCall, call, openTestSession, says } from './support/open-session.ts';

afterEach(() => void vi.useRealTimers());

const background = { run_in_background: true };

describe('the model of an agent', () => {
  const OPUS = 'claude-opus-4-6';
  const HAIKU = 'claude-haiku-4-5';
  const SONNET = 'claude-sonnet-4-5';

  it.each([
    ['the variable, whatever the call and its type say', { OPUS }, HAIKU, HAIKU, OPUS],
    ['that of the call, before its type', {}, OPUS, HAIKU, OPUS],
    ['that of its type', {}, undefined, HAIKU, HAIKU],
    ['that of its parent, if its type inherits it', {}, undefined, 'inherit', SONNET],
    ['that of its parent, if the call and its type name none', {}, undefined, undefined, SONNET],
  ] as const)('is %s', async (_, variable: { OPUS?: string }, ofCall, ofType, expected) => {
    const named = ofCall === undefined ? {} : { model: ofCall };
    const { work, server } = await openTestSession(
      {
        MAIN: [{ content: [agentCall({ prompt: 'TASK', subagent_type: 'own', ...named })] }, says('Done.')],
        TASK: [says('Seven.')],
      },
      {
        ...(variable.OPUS !== undefined && { env: { CLAUDE_CODE_SUBAGENT_MODEL: variable.OPUS } }),
        parts: { agents: { definitions: definitionsOf({ own: { model: ofType } }) } },
      },
    );
    await work('go');
    expect(server.requests.map(({ model }) => model)).toEqual([SONNET, expected, SONNET]);
  });
});

it('each agent is told what the session adds for agents, the main one is not, and a mode in its call changes nothing', async () => {
  const { work, server, cwd } = await openTestSession(
    {
      MAIN: [
        { content: [agentCall({ prompt: 'TASK one', mode: 'bypassPermissions', team_name: 'x' })] },
        says('Done.'),
      ],
      'TASK one': [{ content: [agentCall({ prompt: 'TASK two' })] }, says('One.')],
      'TASK two': [{ content: [call('Write', { file_path: 'made', content: 'x' })] }, says('Two.')],
    },
    {
      parts: { agents: { appendSystemPrompt: 'Be brief.' } },
      answer: () => ({ behavior: 'deny', feedback: 'no' }),
    },
  );
  await work('go');
  const told = server.requests.map(({ body }) => JSON.stringify(body['system']).includes('Be brief.'));
  expect(told).toEqual([false, true, true, true, true, false]);
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

describe('the background', () => {
  it.each([
    ['by default', {}, {}, {}, /works in the background/],
    ['unless the call waits', { run_in_background: false }, {}, {}, /^Seven\./],
    ['unless its type waits', {}, { background: false }, {}, /^Seven\./],
    [
      'nor where it is switched off',
      background,
      {},
      { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' },
      /^Seven\./,
    ],
  ] as const)('is where an agent works %s', async (_, input, type, env, expected) => {
    const { run_in_background: _always, ...bare } = agentCall({ prompt: 'TASK', subagent_type: 'own' }).input;
    const { work } = await openTestSession(
      {
        MAIN: [{ content: [call('Agent', { ...bare, ...input })] }, says('Done.'), says('Done.')],
        TASK: [says('Seven.')],
      },
      { env, parts: { agents: { definitions: definitionsOf({ own: type }) } } },
    );
    const { texts } = await work('go');
    expect(texts[0]).toMatch(expected);
  });

  it('takes an agent after two minutes, if the user wants that', async () => {
    const gate = createGate();
    const reached = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { work } = await openTestSession(
      {
        MAIN: [{ content: [agentCall({ prompt: 'TASK' })] }, says('Waiting.'), says('Done.')],
        TASK: [
          () => {
            reached.resolve();
            return { content: [gate.pause, { type: 'text', text: 'Seven.' }] };
          },
        ],
      },
      { env: { CLAUDE_AUTO_BACKGROUND_TASKS: '1' } },
    );
    const working = work('go');
    await reached.promise;
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    gate.open();
    const { texts, result } = await working;
    expect(texts[0]).toMatch(/works in the background/);
    expect(result.text).toBe('Done.');
  });

  it.each([
    ['in the foreground end with it', { run_in_background: false }, {}],
    ['in the background end later', background, { CLAUDE_SUBAGENT_BG_SHELL_MAX_MS: '1' }],
  ] as const)('commands of an agent %s', async (_, where, env) => {
    const command = { command: 'exec sleep 600', run_in_background: true };
    const { work, agent } = await openTestSession(
      {
        MAIN: [{ content: [agentCall({ prompt: 'TASK', ...where })] }, says('Done.'), says('Done.')],
        TASK: [{ content: [call('Bash', command)] }, says('It runs.'), says('It has ended.')],
      },
      { env, parts: { settings: { allow: ['Bash'] } } },
    );
    await work('go');
    const { tasks } = agent.runtime;
    const shell = tasks.list().find(({ type }) => type === 'shell');
    const ended = await tasks.wait(shell?.id ?? '', AbortSignal.timeout(60_000));
    expect(ended).toMatchObject({ status: { status: 'stopped', by: 'program' } });
  });
});

describe('the budget of a session', () => {
  const usage = { inputTokens: 60_000, outputTokens: 0 };
  const wishes = { agent: { maxBudgetUsd: 0.1 } };

  it('is one for agents in the background and for all prompts; at its end no model is asked again', async () => {
    const { work, agent, server } = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ prompt: 'TASK', ...background })], usage },
          says('Waiting.'),
          says('asked after all'),
          says('asked after all'),
        ],
        TASK: [{ content: [call('Glob', { pattern: '*' })], usage }, says('asked after all')],
      },
      wishes,
    );
    await work('go');
    const { result } = await work('again');
    expect(result).toMatchObject({ reason: 'max-budget', text: '' });
    expect(agent.budgetLeftUsd).toBe(0);
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('asked after all');
  });

  it.each([
    ['as the main one is stopped', call('Glob', { pattern: '*' }), ['max-budget']],
    [
      'as the main one ends; its next wake-up says why',
      says('Waiting.').content[0],
      ['completed', 'max-budget'],
    ],
  ] as const)('ends agents at work, %s: the result has what they used', async (_, last, reasons) => {
    const asked = Promise.withResolvers<void>();
    const never = createGate();
    const { agent, work } = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ prompt: 'TASK', ...background })] },
          async () => {
            await asked.promise;
            return { content: last === undefined ? [] : [last], usage: { inputTokens: 199_000 } };
          },
        ],
        TASK: [
          { content: [call('Write', { file_path: 'a', content: '' })], usage },
          { content: [{ type: 'text', text: ['begun', never.pause, ' never'] }], usage },
        ],
      },
      { agent: { maxBudgetUsd: 0.25 }, answer: () => ({ behavior: 'deny', feedback: 'no' }) },
    );
    agent.tree.listen((_agent, { type, ...of }) => {
      if (type === 'model' && JSON.stringify(of).includes('begun')) asked.resolve();
    });
    const totals: unknown[] = [];
    const { run } = agent;
    agent.run = async function* counted(prompt) {
      for await (const event of run.call(agent, prompt)) {
        if (event.type === 'result') totals.push(agent.tree.takeTotals());
        yield event;
      }
    };
    const { events } = await work('go');
    never.open();
    const results = events.flatMap((event) => (event.type === 'result' ? [event.result.reason] : []));
    expect(results).toEqual(reasons);
    expect(totals).toMatchObject([
      { models: [{ usage: { inputTokens: 120_000 } }], denials: [{ toolName: 'Write' }] },
    ]);
    const [task] = agent.runtime.tasks.list();
    expect(task).toMatchObject({ status: { status: 'stopped', by: 'program' } });
    expect(agent.tree.takeTotals()).toEqual({ models: [], denials: [] });
  });

  it('is used up for an agent by the answer that would open it, too', async () => {
    const { work, server } = await openTestSession(
      {
        MAIN: [
          { content: [call('Glob', { pattern: '*' })], usage },
          { content: [agentCall({ prompt: 'TASK' })], usage },
        ],
        TASK: [says('asked after all')],
      },
      wishes,
    );
    const { texts, result } = await work('go');
    expect(texts[1]).toMatch(/budget is used up/);
    expect(result.reason).toBe('max-budget');
    expect(server.requests).toHaveLength(2);
  });
});

describe('agents that begin at once', () => {
  const OUTPUT = 32_000;
  const AT_ONCE = 8;

  /** Opens agents in one message; their models answer when all of them have asked for room. */
  async function openAll(maxBudgetUsd: number, where: object) {
    const gate = createGate();
    const asked = new Set<string>();
    const { work, agent, server } = await openTestSession(
      {
        MAIN: [
          { content: Array.from({ length: AT_ONCE }, () => agentCall({ prompt: 'TASK', ...where })) },
          ...Array.from({ length: AT_ONCE + 2 }, () => says('Done.')),
        ],
        TASK: Array.from({ length: AT_ONCE }, () => ({
          content: [gate.pause, { type: 'text' as const, text: 'Seven.' }],
          usage: { inputTokens: 0, outputTokens: OUTPUT },
        })),
      },
      { agent: { maxBudgetUsd } },
    );
    const { gate: budget } = agent.tree;
    const reserve = budget.reserve.bind(budget);
    budget.reserve = (usd, signal, who, isBeside) => {
      const room = reserve(usd, signal, who, isBeside);
      if (who !== undefined) asked.add(who);
      if (asked.size === AT_ONCE) gate.open();
      return room;
    };
    const worked = await work('go');
    const ofTasks = server.requests.filter(({ body }) =>
      JSON.stringify(body).includes('Another agent gives you'),
    );
    return { ...worked, agent, requests: ofTasks.length };
  }

  it.each([
    ['in the foreground', {}],
    ['in the background', background],
  ])('pass the budget by one request at most, %s', async (_, where) => {
    const limitUsd = 0.1;
    const requestUsd = OUTPUT / 1_000_000;
    const { requests, agent, result } = await openAll(limitUsd, where);
    expect(result.reason).toBe('max-budget');
    expect(agent.budgetLeftUsd).toBe(0);
    expect(requests).toBe(Math.ceil(limitUsd / requestUsd));
    const sample = sampleModel(agent);
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }];
    const { signal } = new AbortController();
    expect(await sample({ system: undefined, messages, maxTokens: 10, signal })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('budget is used up'),
    });
  });

  it('all work where the budget has room', async () => {
    const { requests, result } = await openAll(1, {});
    expect([requests, result.reason]).toEqual([AT_ONCE, 'completed']);
  });
});

describe('an agent that a message wakes', () => {
  it('is not counted among those that may work at once', async () => {
    const gate = createGate();
    const { work } = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ prompt: 'TASK one', name: 'one' })] },
          { content: [agentCall({ prompt: 'TASK two', ...background })] },
          { content: [call('SendMessage', { to: 'one', message: 'And then?' })] },
          () => {
            gate.open();
            return says('Waiting.');
          },
          says('Done.'),
          says('Done.'),
        ],
        'TASK one': [says('One.'), says('One more.')],
        'TASK two': [{ content: [gate.pause, { type: 'text', text: 'Two.' }] }],
      },
      { env: { CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '1' } },
    );
    const { texts } = await work('go');
    expect(texts[1]).toMatch(/works in the background/);
    expect(texts[2]).toMatch(/continues in the background/);
  });

  it('has its definition in a later session, and is refused if that is gone', async () => {
    const definitions = definitionsOf({ own: { prompt: 'You count.', tools: ['Read'] } });
    const first = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ prompt: 'TASK', subagent_type: 'own', name: 'one' })] },
          says('Done.'),
        ],
        TASK: [says('One.')],
      },
      { parts: { agents: { definitions } } },
    );
    await first.work('go');
    await first.agent.close();
    await first.agent.parts.dispose();
    const { cwd, sessionDirectory } = first;
    const later = async (agents: object) => {
      const session = await openTestSession(
        {
          MAIN: [
            { content: [call('SendMessage', { to: 'one', message: 'And then?' })] },
            says('Waiting.'),
            says('Done.'),
          ],
          TASK: [says('Two.')],
        },
        { parts: { cwd, sessionDirectory, resume: true, agents } },
      );
      const { texts } = await session.work('again');
      await session.agent.close();
      await session.agent.parts.dispose();
      const ofChild = session.server.requests.find(({ body }) =>
        JSON.stringify(body['system']).includes('You count.'),
      );
      return { text: texts.at(-1), tools: ofChild?.body['tools'] };
    };
    const gone = await later({});
    expect(gone.text).toContain('Its agent type "own" no longer exists.');
    expect(gone.tools).toBeUndefined();
    const there = await later({ definitions });
    expect(there.text).toContain('continues in the background');
    expect(there.tools).toMatchObject([{ name: 'Read' }]);
  });
});

it('a hook of SubagentStop has an agent go on eight times, and no more', async () => {
  const hooks = { SubagentStop: [{ hooks: [{ type: 'command', command: 'echo >> told; exit 2' }] }] };
  const { work, server, cwd } = await openTestSession(
    {
      MAIN: [{ content: [agentCall({ prompt: 'TASK' })] }, says('Done.')],
      TASK: Array.from({ length: 12 }, (_, at) => says(`Answer ${at}.`)),
    },
    { parts: { settings: { files: [JSON.stringify({ hooks })] } } },
  );
  const { texts } = await work('go');
  expect(server.requests).toHaveLength(2 + 9);
  expect(texts[0]).toMatch(/^Answer 8\./);
  expect(readFileSync(join(cwd, 'told'), 'utf8')).toHaveLength(9);
});

it('an agent whose directory is gone says so, and is not asked without end', async () => {
  const { work, server } = await openTestSession(
    {
      MAIN: [{ content: [agentCall({ prompt: 'TASK' })] }, says('Done.')],
      TASK: [
        { content: [call('Bash', { command: 'mkdir sub && cd sub && rmdir "$PWD"' })] },
        { content: [call('Bash', { command: 'true' })] },
        says('It is gone.'),
      ],
    },
    { parts: { settings: { allow: ['Bash'] } } },
  );
  const { texts } = await work('go');
  expect(texts[0]).toMatch(/^It is gone\./);
  expect(server.requests).toHaveLength(5);
});
