import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, fail, type Hook, type PreToolUseHook, type PreToolUseResult } from '../../src/index.ts';
import { runPreHooks } from '../../src/hook/pre-tool-use.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  ofType,
  outcomes,
  resultOf,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { asking, createPerson } from '../support/person.ts';

const HOOK_CALL = {
  callId: 'c',
  messageId: 'm',
  toolName: 'Any',
  input: {},
  cwd: '/d',
  signal: new AbortController().signal,
};

function pre(name: string, result: PreToolUseResult | undefined): PreToolUseHook {
  return { event: 'PreToolUse', name, run: () => result };
}

const throwing = (name: string): PreToolUseHook => ({
  event: 'PreToolUse',
  name,
  run: () => {
    throw new Error('bang');
  },
});

const one = [{ id: 'c', name: 'Any', input: {} }];

describe('what PreToolUse hooks say together', () => {
  const rows: [string, PreToolUseResult[], string | undefined, string][] = [
    ['nothing', [{}, {}], undefined, ''],
    ['allow', [{}, { decision: 'allow' }], 'allow', 'h1'],
    ['ask over allow', [{ decision: 'allow' }, { decision: 'ask' }, { decision: 'allow' }], 'ask', 'h1'],
    ['defer over ask', [{ decision: 'ask' }, { decision: 'defer' }], 'defer', 'h1'],
    ['deny over all', [{ decision: 'deny' }, { decision: 'defer' }, { decision: 'allow' }], 'deny', 'h0'],
    ['the first of two alike', [{ decision: 'deny' }, { decision: 'deny' }], 'deny', 'h0'],
  ];
  it.each(rows)('%s', async (_, results, decision, hook) => {
    const hooks = results.map((result, index) => pre(`h${index}`, result));
    expect(await runPreHooks(hooks, HOOK_CALL)).toMatchObject({ decision, hook });
  });

  it('goes by the order of configuration, not by who answers first', async () => {
    const gate = createGate();
    const slow: PreToolUseHook = {
      event: 'PreToolUse',
      name: 'slow',
      run: () =>
        gate.passed.then(() => ({
          updatedInput: { by: 'slow' },
          additionalContext: 'slow',
          stop: { reason: 'slow' },
        })),
    };
    const fast = pre('fast', {
      updatedInput: { by: 'fast' },
      additionalContext: 'fast',
      stop: { reason: 'fast' },
    });
    const both = [
      Promise.resolve(runPreHooks([slow, fast], HOOK_CALL)),
      Promise.resolve(runPreHooks([fast, slow], HOOK_CALL)),
    ];
    await quiet();
    gate.open();
    expect(await Promise.all(both)).toMatchObject([
      { updatedInput: { by: 'fast' }, additionalContext: ['slow', 'fast'], stop: { reason: 'slow' } },
      { updatedInput: { by: 'slow' }, additionalContext: ['fast', 'slow'], stop: { reason: 'fast' } },
    ]);
  });
});

describe('PreToolUse hooks', () => {
  it('block a call, by name and reason', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [pre('guard', { decision: 'deny', reason: 'not today' })],
    });
    const events = await runAll(kit, one);
    expect(outcomes(events)).toEqual({ c: 'blocked-by-hook' });
    expect(textOfResult(events, 'c')).toBe('The hook "guard" blocked this call: not today');
    expect(statuses(events, 'c')).not.toContain('executing');
  });

  it('defer a call: it does not run, and the loop ends', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [pre('later', { decision: 'defer', reason: 'ask Anna' })],
    });
    const events = await runAll(kit, one);
    expect(resultOf(events, 'c').outcome).toMatchObject({ code: 'blocked-by-hook', isDeferred: true });
    expect(ofType(events, 'message')[0]?.stop?.reason).toMatch(/ask Anna/);
  });

  it('that throw are reported as notices and change nothing', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [throwing('broken'), pre('ok', { additionalContext: 'x' })],
    });
    const events = await runAll(kit, one);
    expect(outcomes(events)).toEqual({ c: 'ok' });
    expect(ofType(events, 'notice')).toMatchObject([
      { code: 'hook-failed', callId: 'c', message: 'broken: bang' },
    ]);
  });

  it('say something to the person, in the order of configuration; an input replaced twice is told', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [
        pre('one', { notices: ['first', 'second'], updatedInput: { by: 'one' } }),
        pre('two', { notices: ['third'], updatedInput: { by: 'two' } }),
      ],
    });
    const events = await runAll(kit, one);
    expect(ofType(events, 'notice').map(({ code, message }) => [code, message])).toEqual([
      ['hook-message', 'first'],
      ['hook-message', 'second'],
      ['hook-message', 'third'],
      [
        'hook-message',
        'The hooks "one", "two" each replaced the input of the same call: the one from "two" is used.',
      ],
    ]);
  });

  it('are asked only about the tools that they match', async () => {
    const seen: string[] = [];
    const hook: Hook = {
      event: 'PreToolUse',
      name: 'sees',
      matches: (name) => name === 'Any',
      run: ({ toolName }) => void seen.push(toolName),
    };
    const kit = createKit([toolOf('Any'), toolOf('Other')], { hooks: [hook] });
    await runAll(kit, [...one, { id: 'o', name: 'Other', input: {} }]);
    expect(seen).toEqual(['Any']);
  });

  it('may change the input, which is validated again, and are not asked again', async () => {
    let asked = 0;
    const tool = defineTool({
      name: 'Any',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      call: async ({ n }) => ({ data: n }),
    });
    const change = (n: unknown): Hook => ({
      event: 'PreToolUse',
      name: 'changes',
      run: () => {
        asked += 1;
        return { updatedInput: { n: n === 2 ? 2 : 'two' } };
      },
    });
    const good = await runAll(createKit([tool], { hooks: [change(2)] }), [
      { id: 'c', name: 'Any', input: { n: 1 } },
    ]);
    expect(textOfResult(good, 'c')).toBe('2');
    const bad = await runAll(createKit([tool], { hooks: [change('two')] }), [
      { id: 'c', name: 'Any', input: { n: 1 } },
    ]);
    expect(textOfResult(bad, 'c')).toMatch(/n: expected a number, got the string "two"/);
    expect(asked).toBe(2);
  });

  it('never loosen a decision: an ask that a rule demands is asked all the same', async () => {
    for (const by of ['rule', 'safety'] as const) {
      const kit = createKit([toolOf('Any')], {
        hooks: [pre('generous', { decision: 'allow' })],
        policy: { decide: () => ({ behavior: 'ask', by, reason: 'careful', remedy: '' }) },
      });
      expect(outcomes(await runAll(kit, one))).toEqual({ c: 'denied' });
    }
    const allowed = createKit([toolOf('Any')], {
      hooks: [pre('generous', { decision: 'allow' })],
      policy: asking('Any'),
    });
    expect(outcomes(await runAll(allowed, one))).toEqual({ c: 'ok' });
  });
});

describe('what hooks add, and that they stop', () => {
  const adding = pre('adds', { additionalContext: 'by the way', stop: { reason: 'enough' } });
  const gate = createGate();
  const paths: [string, string, Parameters<typeof createKit>[0][number], Parameters<typeof createKit>[1]][] =
    [
      ['that went well', 'ok', toolOf('Any'), {}],
      ['that failed', 'tool-error', toolOf('Any', { call: async () => fail('no', 'no') }), {}],
      ['that threw', 'tool-error', toolOf('Any', { call: () => Promise.reject(new Error('no')) }), {}],
      [
        'that a hook denied',
        'blocked-by-hook',
        toolOf('Any'),
        { hooks: [adding, pre('no', { decision: 'deny' })] },
      ],
      [
        'that the tool denied',
        'denied',
        toolOf('Any', { checkPermissions: () => ({ behavior: 'deny', message: '' }) }),
        {},
      ],
      ['that no one could be asked about', 'denied', toolOf('Any'), { policy: asking('Any') }],
      [
        'whose changed input was wrong',
        'invalid-input',
        toolOf('Any', { inputSchema: z.looseObject({ a: z.never().optional() }) }),
        { hooks: [adding, pre('x', { updatedInput: { a: 1 } })] },
      ],
      [
        'that timed out',
        'cancelled timeout',
        toolOf('Any', { timeoutMs: () => 1, call: async () => ({ data: await gate.passed }) }),
        {},
      ],
    ];
  it.each(paths)('reach the message of a call %s', async (_, outcome, tool, options) => {
    const events = await runAll(createKit([tool], { hooks: [adding], ...options }), one);
    expect(outcomes(events)).toEqual({ c: outcome });
    expect(ofType(events, 'message')[0]).toMatchObject({
      additionalContext: ['by the way'],
      stop: { reason: 'enough' },
    });
  });

  it('reach the message of a call that was canceled while a person was asked', async () => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { hooks: [adding], policy: asking('Any'), asker: person.asker });
    const run = kit.runtime.run(one);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-message');
    expect(ofType(await toEnd(reading, kit.clock), 'message')[0]).toMatchObject({
      additionalContext: ['by the way'],
      stop: { reason: 'enough' },
    });
  });
});
