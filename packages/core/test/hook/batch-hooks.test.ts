import { describe, expect, it } from 'vitest';
import {
  fail,
  type Hook,
  type HookBatch,
  type InquiryAnswer,
  type PermissionPolicy,
  type RunEvent,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { createPerson } from '../support/person.ts';
import {
  aborted,
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  runAll,
  toEnd,
  toolOf,
  type KitOptions,
} from '../support/kit.ts';

const one = [{ id: 'c', name: 'Any', input: {} }];
const batch = (run: Extract<Hook, { event: 'PostToolBatch' }>['run'], name = 'batch'): Hook => ({
  event: 'PostToolBatch',
  name,
  run,
});
const messageOf = (events: readonly RunEvent[]) => ofType(events, 'message')[0];

describe('hooks of a message as a whole', () => {
  it('hear of it once, when all its calls have settled, as the model will see them', async () => {
    const seen: HookBatch[] = [];
    const bad = toolOf('Bad', { call: async () => fail('no', 'it broke') });
    const kit = createKit([toolOf('Any', FREE), bad], { hooks: [batch((given) => void seen.push(given))] });
    await runAll(kit, [
      ...one,
      { id: 'd', name: 'Bad', input: { a: 1 } },
      { id: 'e', name: 'None', input: {} },
    ]);
    expect(seen).toMatchObject([
      {
        messageId: 'message-1',
        cwd: '/d',
        calls: [
          { callId: 'c', toolName: 'Any', input: {}, content: 'Any done', isError: false },
          {
            callId: 'd',
            toolName: 'Bad',
            input: { a: 1 },
            content: expect.stringMatching(/it broke/),
            isError: true,
          },
          { callId: 'e', isError: true },
        ],
      },
    ]);
  });

  it('add context after that of calls, before what is attached, and end the loop', async () => {
    const kit = createKit([toolOf('Any')], {
      attachments: () => ['attached'],
      hooks: [
        batch(() => ({ additionalContext: 'first', notices: ['for the person'] })),
        batch(() => ({ additionalContext: 'second', stop: { reason: 'enough' } })),
        { event: 'PreToolUse', name: 'pre', run: () => ({ additionalContext: 'of the call' }) },
      ],
    });
    const events = await runAll(kit, one);
    expect(messageOf(events)).toMatchObject({
      additionalContext: ['of the call', 'first', 'second', 'attached'],
      stop: { reason: 'enough' },
    });
    expect(ofType(events, 'notice').map(({ message }) => message)).toEqual(['for the person']);
  });

  it('that throw are told of, and change nothing', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [
        batch(() => {
          throw new Error('broken');
        }),
      ],
    });
    const events = await runAll(kit, one);
    expect(messageOf(events)).toMatchObject({ additionalContext: [], stop: undefined });
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'hook-failed', message: 'batch: broken' }]);
  });

  it('are not asked after an interrupt, and hear of one while they run', async () => {
    const started = createGate();
    let heard = false;
    const kit = createKit([toolOf('Any')], {
      hooks: [
        batch(async ({ signal }) => {
          started.open();
          await aborted(signal);
          heard = true;
        }),
      ],
    });
    const run = kit.runtime.run(one);
    const reading = collect(run);
    await started.passed;
    run.interrupt('shutdown');
    await toEnd(reading, kit.clock);
    expect(heard).toBe(true);
    const again = kit.runtime.run(one);
    again.interrupt('user-cancel');
    heard = false;
    await toEnd(collect(again), kit.clock);
    expect(heard).toBe(false);
  });

  it('that hang on after an interrupt hold no one up for longer than the grace', async () => {
    const started = createGate();
    const kit = createKit([toolOf('Any')], {
      hooks: [
        batch(async () => {
          started.open();
          await new Promise(() => {});
        }),
      ],
    });
    const run = kit.runtime.run(one);
    const reading = collect(run);
    await started.passed;
    run.interrupt('shutdown');
    expect(messageOf(await toEnd(reading, kit.clock))).toMatchObject({ additionalContext: [] });
  });
});

describe('reliability 73: "continue": false holds in every path', () => {
  const stopping = (event: 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure'): Hook =>
    event === 'PreToolUse'
      ? { event, name: 'stops', run: () => ({ stop: { reason: 'enough' } }) }
      : { event, name: 'stops', run: () => ({ stop: { reason: 'enough' } }) };
  const denying: PermissionPolicy = {
    decide: () => ({ behavior: 'deny', by: 'rule', reason: 'a rule' }),
  };
  const bad = toolOf('Any', { call: async () => fail('no', 'no') });
  const ROWS: [title: string, options: KitOptions, tool: ReturnType<typeof toolOf>, outcome: string][] = [
    ['the call succeeds', { hooks: [stopping('PreToolUse')] }, toolOf('Any'), 'ok'],
    ['the call fails', { hooks: [stopping('PreToolUse')] }, bad, 'tool-error'],
    ['a hook after a success', { hooks: [stopping('PostToolUse')] }, toolOf('Any'), 'ok'],
    ['a hook after a failure', { hooks: [stopping('PostToolUseFailure')] }, bad, 'tool-error'],
    ['a rule denies', { hooks: [stopping('PreToolUse')], policy: denying }, toolOf('Any'), 'denied'],
    [
      'another hook denies',
      {
        hooks: [
          stopping('PreToolUse'),
          { event: 'PreToolUse', name: 'no', run: () => ({ decision: 'deny' }) },
        ],
      },
      toolOf('Any'),
      'blocked-by-hook',
    ],
    [
      'the changed input does not fit',
      {
        hooks: [
          stopping('PreToolUse'),
          { event: 'PreToolUse', name: 'x', run: () => ({ updatedInput: { n: 1 } }) },
        ],
      },
      toolOf('Any', {
        validateInput: ({ n }) => (n === 1 ? { ok: false, message: 'no', code: 'no' } : { ok: true }),
      }),
      'invalid-input',
    ],
  ];
  it.each(ROWS)('%s', async (_, options, tool, outcome) => {
    const kit = createKit([tool, toolOf('Other')], options);
    const events = await runAll(kit, [...one, { id: 'd', name: 'Other', input: {} }]);
    expect(outcomes(events)['c']).toBe(outcome);
    // What stands beside it in the message is carried out all the same.
    expect(outcomes(events)['d']).toBeDefined();
    expect(messageOf(events)?.stop).toEqual({ reason: 'enough' });
  });

  it('the call is canceled while it runs', async () => {
    const started = createGate();
    const tool = toolOf('Any', {
      call: async (_, { signal }) => {
        started.open();
        await aborted(signal);
        throw new Error('stopped');
      },
    });
    const kit = createKit([tool], { hooks: [stopping('PreToolUse')] });
    const run = kit.runtime.run(one);
    const reading = collect(run);
    await started.passed;
    run.interrupt('user-cancel');
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'cancelled user-cancel' });
    expect(messageOf(events)?.stop).toEqual({ reason: 'enough' });
  });

  const asking: PermissionPolicy = {
    decide: () => ({ behavior: 'ask', by: 'default', reason: 'no rule', remedy: '' }),
  };
  const stop = { reason: 'enough' };
  const ANSWERS: [InquiryAnswer, string][] = [
    [{ behavior: 'allow', stop }, 'ok'],
    [{ behavior: 'deny', feedback: 'no', stop }, 'denied'],
    [{ behavior: 'unavailable', reason: 'nobody', stop }, 'denied'],
  ];
  it.each(ANSWERS)('a hook beside a person, with the answer %j', async (answer, outcome) => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: asking, asker: person.asker });
    const reading = collect(kit.runtime.run(one));
    await quiet();
    person.answer('c', answer);
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: outcome });
    expect(messageOf(events)?.stop).toEqual({ reason: 'enough' });
  });
});

describe('hooks of refusals that no one was asked about', () => {
  const asking: PermissionPolicy = {
    decide: () => ({ behavior: 'ask', by: 'default', reason: 'no rule', remedy: '' }),
  };
  const denied = (seen: string[]): Hook => ({
    event: 'PermissionDenied',
    name: 'hears',
    matches: (name) => name !== 'Unheard',
    run({ toolName, reason }) {
      seen.push(`${toolName}: ${reason}`);
      return { retry: true };
    },
  });

  it('run in the mode auto, and may let the model try again', async () => {
    const seen: string[] = [];
    const kit = createKit([toolOf('Any'), toolOf('Unheard')], {
      policy: asking,
      classifier: () => ({ behavior: 'deny', reason: 'it looks risky' }),
      hooks: [denied(seen)],
    });
    kit.permission.update({ mode: 'auto', isAutoAvailable: true });
    const events = await runAll(kit, [...one, { id: 'u', name: 'Unheard', input: {} }]);
    expect(outcomes(events)).toEqual({ c: 'denied', u: 'denied' });
    expect(seen).toEqual([expect.stringMatching(/^Any: .*it looks risky/)]);
    expect(messageOf(events)?.additionalContext).toEqual([
      'The hook "hears" says that the call of Any may be made again.',
    ]);
  });

  it('may end the loop', async () => {
    const hook: Hook = {
      event: 'PermissionDenied',
      name: 'ends',
      run: () => ({ stop: { reason: 'enough' } }),
    };
    const kit = createKit([toolOf('Any')], {
      policy: asking,
      classifier: () => ({ behavior: 'deny', reason: 'it looks risky' }),
      hooks: [hook],
    });
    kit.permission.update({ mode: 'auto', isAutoAvailable: true });
    expect(messageOf(await runAll(kit, one))?.stop).toEqual({ reason: 'enough' });
  });

  it.each(['default', 'dontAsk', 'plan'] as const)('do not run in the mode %s', async (mode) => {
    const seen: string[] = [];
    const kit = createKit([toolOf('Any')], { policy: asking, hooks: [denied(seen)] });
    kit.permission.update({ mode });
    await runAll(kit, one);
    expect(seen).toEqual([]);
  });

  it('do not run for what a rule denies, or a person', async () => {
    const seen: string[] = [];
    const policy: PermissionPolicy = {
      decide: () => ({ behavior: 'deny', by: 'rule', reason: 'a rule' }),
    };
    const kit = createKit([toolOf('Any')], { policy, hooks: [denied(seen)] });
    kit.permission.update({ mode: 'auto', isAutoAvailable: true });
    await runAll(kit, one);
    expect(seen).toEqual([]);
  });

  it('speak for calls that other calls make as well', async () => {
    const seen: string[] = [];
    const outer = toolOf('Outer', {
      call: async (_, { invoke }) => ({ data: (await invoke({ name: 'Any', input: {} })).outcome.code }),
    });
    const kit = createKit([toolOf('Any'), outer], {
      policy: {
        decide: (query) =>
          query.tool.name === 'Outer' ? bypass : asking.decide(query, kit.permission.current()),
      },
      classifier: () => ({ behavior: 'deny', reason: 'no' }),
      hooks: [denied(seen)],
    });
    kit.permission.update({ mode: 'auto', isAutoAvailable: true });
    const events = await runAll(kit, [{ id: 'o', name: 'Outer', input: {} }]);
    expect(messageOf(events)?.additionalContext).toEqual([expect.stringMatching(/may be made again/)]);
  });

  const bypass = { behavior: 'allow', by: 'mode', reason: 'so' } as const;
});

describe('what hooks did is told', () => {
  const HOOKS: readonly Hook[] = [
    {
      event: 'PreToolUse',
      name: 'guard',
      place: '/settings.json:7',
      statusMessage: 'Guarding',
      run: () => ({ decision: 'ask', reason: 'better ask', updatedInput: { a: 2 } }),
    },
    {
      event: 'PreToolUse',
      name: 'thrower',
      run: () => {
        throw new Error('broken');
      },
    },
    { event: 'PreToolUse', name: 'slow', run: () => ({ ended: 'timed-out', notices: ['too slow'] }) },
    {
      event: 'PostToolUse',
      name: 'after',
      run: () => ({ additionalContext: 'mind', updatedOutput: 'x', stop: { reason: 'enough' } }),
    },
    { event: 'PostToolBatch', name: 'batch', run: () => undefined },
  ];

  it('in the stream and, for an audit, in the journal', async () => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { hooks: HOOKS, asker: person.asker });
    const reading = collect(kit.runtime.run(one));
    await quiet();
    person.answer('c', { behavior: 'allow' });
    const events = ofType(await toEnd(reading, kit.clock), 'hook');
    const ofCall = { messageId: 'message-1', callId: 'c', toolName: 'Any' };
    expect(events.filter(({ hook }) => hook === 'guard')).toMatchObject([
      {
        ...ofCall,
        status: 'started',
        event: 'PreToolUse',
        statusMessage: 'Guarding',
        place: '/settings.json:7',
      },
      {
        ...ofCall,
        status: 'ended',
        outcome: 'ok',
        durationMs: 0,
        said: { decision: 'ask', reason: 'better ask', changesInput: true },
      },
    ]);
    const { entries } = await kit.journal.read();
    const told = entries.filter((entry) => entry.type === 'hook');
    const order = HOOKS.map(({ name }) => name);
    // They are written as they end.
    expect(told.toSorted((a, b) => order.indexOf(a.hook) - order.indexOf(b.hook))).toMatchObject([
      {
        hook: 'guard',
        place: '/settings.json:7',
        callId: 'c',
        messageId: 'message-1',
        outcome: 'ok',
        durationMs: 0,
        said: { decision: 'ask' },
      },
      { hook: 'thrower', outcome: 'failed', said: { reason: 'broken' } },
      { hook: 'slow', outcome: 'timed-out', said: { reason: 'too slow' } },
      {
        hook: 'after',
        outcome: 'ok',
        said: { addsContext: true, changesOutput: true, stops: true, reason: 'enough' },
      },
      { hook: 'batch', event: 'PostToolBatch', outcome: 'ok', said: {} },
    ]);
    expect(entries.find((entry) => entry.type === 'hook' && entry.hook === 'batch')).not.toHaveProperty(
      'callId',
    );
  });

  it('hooks given as a function may change from call to call', async () => {
    let hooks: readonly Hook[] = [];
    const kit = createKit([toolOf('Any')], { hooks: () => hooks });
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'ok' });
    hooks = [{ event: 'PreToolUse', name: 'no', run: () => ({ decision: 'deny' }) }];
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'blocked-by-hook' });
    hooks = [];
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'ok' });
  });
});
