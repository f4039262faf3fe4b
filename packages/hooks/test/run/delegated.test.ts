import { createGate } from '../../../core/test/support/kit.ts';
import type { JsonObject, InquiryAnswer, PermissionRequest } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eventTerms,
  type DispatchedEvent,
  type EventFields,
  type HandlerRunners,
  type HookJudgment,
} from '../../src/index.ts';
import { fillInput, fillPrompt } from '../../src/run/fill-from-event.ts';
import { makeWorld, type World } from '../support/world.ts';

const FILE = 'home/.sluice/settings.json';
const PROMPT = { type: 'prompt', prompt: 'Is it safe?' };

function worldOf(event: string, handler: JsonObject): World {
  const world = makeWorld();
  world.write(FILE, { hooks: { [event]: [{ hooks: [handler] }] } });
  return world;
}

async function fire<Event extends DispatchedEvent>(
  event: Event,
  fields: EventFields[Event],
  handler: JsonObject,
  runners?: HandlerRunners,
) {
  const world = worldOf(event, handler);
  const told: string[] = [];
  const { dispatcher } = world.load({
    tell: (text) => void told.push(text),
    ...(runners !== undefined && { runners }),
  });
  const again = (): Promise<unknown> => dispatcher.fire(event, fields, { cwd: world.project });
  return { verdict: await dispatcher.fire(event, fields, { cwd: world.project }), told, again };
}

/** Events that can block, and that no hook keeps from ending. */
const BLOCKING: { readonly [Event in DispatchedEvent]?: EventFields[Event] } = {
  UserPromptSubmit: { prompt: 'mend it' },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  ConfigChange: { source: 'user_settings' },
  TaskCreated: { task_id: '1', task_subject: 'a' },
};

const TYPES: readonly (JsonObject & { readonly type: string; readonly shell?: string })[] = [
  { type: 'mcp_tool', server: 'memory', tool: 'store' },
  PROMPT,
  { type: 'agent', prompt: 'Is it safe?' },
  { type: 'command', command: 'Get-Item', shell: 'powershell' },
];

const KNOWN = Object.keys(BLOCKING).filter((event): event is keyof typeof BLOCKING => event in BLOCKING);

describe('a hook that no one runs', () => {
  const rows = KNOWN.flatMap((event) => {
    const { types } = eventTerms(event);
    return TYPES.filter(({ type }) => types?.includes(type) ?? true).map(
      (handler) => [handler.shell ?? handler.type, event, handler] as const,
    );
  });

  it.each(rows)(
    'of type %s at %s says so each time, and blocks where it is to',
    async (_, event, handler) => {
      const fields = BLOCKING[event];
      if (fields === undefined) throw new Error('no such event');
      const lax = await fire(event, fields, handler);
      expect(lax.verdict.block).toBeUndefined();
      await lax.again();
      expect(lax.told).toEqual(Array(2).fill(expect.stringMatching(/settings\.json:\d+: .*can't run yet/)));
      const { verdict } = await fire(event, fields, { ...handler, onFailure: 'block' });
      expect(verdict.block?.reason).toMatch(/can't run yet/);
    },
  );

  it.each(TYPES)('lets the work end, for it would never: %j', async (handler) => {
    const { verdict, told } = await fire(
      'Stop',
      { stop_hook_active: false },
      { ...handler, onFailure: 'block' },
    );
    expect(verdict.block).toBeUndefined();
    expect(told).toEqual([expect.stringMatching(/can't run yet/)]);
  });

  it.each([
    ['continue', 'unavailable'],
    ['block', 'deny'],
  ])('answers permission requests with onFailure %s: %s', async (onFailure, behavior) => {
    const told: string[] = [];
    const asker = worldOf('PermissionRequest', { ...PROMPT, onFailure })
      .load()
      .asker({ person: undefined, cwd: () => '/', tell: (text) => void told.push(text) });
    const answer = await new Promise<InquiryAnswer>((resolve) => {
      const request: PermissionRequest = {
        ...{
          kind: 'permission',
          batch: { messageId: 'm', open: 1 },
          requestId: 'r',
          callId: 'c',
          messageId: 'm',
          toolName: 'Bash',
          input: {},
        },
        ...{ summary: '', reason: '', suggestedRules: [], agentChain: [] },
        display: { text: '', isWhole: true, warnings: [] },
        ...{ matchedRule: undefined, blockedPath: undefined, suggestedDestination: 'session' as const },
        askedBy: 'default',
        risk: 'low',
      };
      asker?.push(request, (given) => {
        resolve(given);
        return true;
      });
    });
    expect(answer.behavior).toBe(behavior);
    expect(told).toEqual([expect.stringMatching(/can't run yet/)]);
  });

  it.each([
    ['continue', /^$/],
    ['block', /, failed: .*can't run yet/],
  ])('tells of a result with onFailure %s', async (onFailure, context) => {
    const { outcome, notices, context: said } = await worldOf('PostToolUse', { ...PROMPT, onFailure }).call();
    expect(outcome.code).toBe('ok');
    expect(notices).toEqual([expect.stringMatching(/can't run yet/)]);
    expect(said.join()).toMatch(context);
  });

  it('changes nothing, so that no call must run alone for it', () => {
    const [hook] = worldOf('PostToolUse', { type: 'agent', prompt: 'x' }).load().hooks;
    expect(hook).toMatchObject({ effects: 'none' });
  });
});

const judging = (judgment: HookJudgment): HandlerRunners => ({ prompt: async () => judgment });

describe('a hook that asks a model', () => {
  const no = { ok: false, reason: 'the tests fail' };
  const STOP = { stop_hook_active: false };
  const EXPANSION = {
    ...{ expansion_type: 'slash_command', command_name: 'review', command_args: '', prompt: 'x' },
  } as const;

  it('is given the question with the event in it, its model and a signal', async () => {
    const asked: unknown[] = [];
    const runners: HandlerRunners = {
      async agent({ prompt, model, signal }) {
        asked.push([prompt, model, signal.aborted]);
        return { ok: true };
      },
    };
    const handler = { type: 'agent', prompt: 'Look at $ARGUMENTS.', model: 'small' };
    const { verdict, told } = await fire('Stop', STOP, handler, runners);
    expect(asked).toEqual([
      [expect.stringMatching(/^Look at \{.*"hook_event_name":"Stop".*\}\.$/), 'small', false],
    ]);
    expect([verdict.block, verdict.stop, told]).toEqual([undefined, undefined, []]);
  });

  it.each([
    ['Stop', STOP, no, { block: 'the tests fail', stop: undefined }],
    ['Stop', STOP, { ...no, impossible: true }, { block: undefined, stop: undefined }],
    ['Stop', STOP, { ok: true, reason: 'fine' }, { block: undefined, stop: undefined }],
    ['UserPromptSubmit', { prompt: 'x' }, no, { block: 'the tests fail', stop: undefined }],
    ['UserPromptExpansion', EXPANSION, no, { block: 'the tests fail', stop: undefined }],
    ['TaskCreated', { task_id: '1', task_subject: 'a' }, no, { block: 'the tests fail', stop: undefined }],
  ] as const)('at %s %j: %j', async (event, fields, judgment, expected) => {
    const { verdict } = await fire(event, fields, PROMPT, judging(judgment));
    expect({ block: verdict.block?.reason, stop: verdict.stop?.reason }).toEqual(expected);
  });

  it.each([
    ['PreToolUse', false, 'blocked-by-hook', 'the tests fail'],
    ['PreToolUse', true, 'blocked-by-hook', undefined],
    ['PostToolUse', false, 'ok', 'the tests fail'],
    ['PostToolUse', true, 'ok', undefined],
  ])('refuses at %s; may the turn go on? %j', async (event, continueOnBlock, code, stop) => {
    const world = worldOf(event, { ...PROMPT, continueOnBlock });
    const told = await world.call({ sessionContext: { runners: judging(no) } });
    expect([told.outcome.code, told.stop]).toEqual([code, stop]);
    expect(JSON.stringify([told.content, told.context])).toContain('the tests fail');
  });

  it.each<[unknown, RegExp]>([
    ['yes', /the answer is of type string; expected an object/],
    [{}, /has no "ok", which is true or false/],
    [{ ok: 'true' }, /"ok" must be true or false/],
  ])('that is answered with %j has failed', async (answer, problem) => {
    const prompt = async (): Promise<HookJudgment> => JSON.parse(JSON.stringify(answer));
    const { told, verdict } = await fire(
      'UserPromptSubmit',
      { prompt: 'x' },
      { ...PROMPT, onFailure: 'block' },
      { prompt },
    );
    expect(told).toEqual([expect.stringMatching(problem)]);
    expect(verdict.block?.reason).toMatch(problem);
  });

  it('that throws, or answers too late, has failed, and its signal is aborted', async () => {
    const gate = createGate();
    const throwing = { prompt: () => Promise.reject(new Error('no network')) };
    const first = await fire(
      'PreCompact',
      { trigger: 'auto', custom_instructions: null },
      TYPES[0] ?? {},
      throwing,
    );
    expect(first.told).toEqual([expect.stringMatching(/can't run yet/)]);
    const second = await fire('UserPromptSubmit', { prompt: 'x' }, PROMPT, throwing);
    expect(second.told).toEqual([expect.stringMatching(/could not be run: no network/)]);
    const hanging: HandlerRunners = {
      async prompt({ signal }) {
        signal.addEventListener('abort', gate.open);
        await gate.passed;
        return { ok: false };
      },
    };
    const third = await fire('UserPromptSubmit', { prompt: 'x' }, { ...PROMPT, timeout: 0.01 }, hanging);
    expect(third.told).toEqual([
      expect.stringMatching(/did not respond within 0\.01 s and is no longer waited for/),
    ]);
    expect([third.verdict.block, gate.isOpen]).toEqual([undefined, true]);
  });
});

describe('a hook that calls the tool of a server', () => {
  const TOOL = {
    type: 'mcp_tool',
    server: 'memory',
    tool: 'store',
    input: { path: '${tool_input.a}', n: 1 },
  };
  const saying = (text: string, isError = false): HandlerRunners => ({
    mcpTool: async () => ({ text, isError }),
  });

  it('gives it the input with what the event has in its places', async () => {
    const calls: unknown[] = [];
    const runners: HandlerRunners = {
      async mcpTool({ server, tool, input }) {
        calls.push([server, tool, input]);
        return { text: '' };
      },
    };
    await worldOf('PreToolUse', TOOL).call({ input: { a: 'x' }, sessionContext: { runners } });
    expect(calls).toEqual([['memory', 'store', { path: 'x', n: 1 }]]);
  });

  it.each<[string, boolean, string, RegExp | undefined]>([
    [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
      false,
      'blocked-by-hook',
      undefined,
    ],
    ['all is well', false, 'ok', undefined],
    ['', false, 'ok', undefined],
    ['{"decision":', false, 'ok', /looks like JSON but isn't valid/],
    ['it is gone', true, 'ok', /the tool failed: it is gone/],
  ])("takes its text as a command's: %j, error %j", async (text, isError, code, notice) => {
    const told = await worldOf('PreToolUse', TOOL).call({
      sessionContext: { runners: saying(text, isError) },
    });
    expect(told.outcome.code).toBe(code);
    if (notice !== undefined) expect(told.notices).toEqual([expect.stringMatching(notice)]);
  });
});

describe('what stands for the event', () => {
  const event = { tool_input: { file_path: '/a', list: [1] }, cwd: '/d', n: 3 };

  it.each([
    ['${cwd}', '/d'],
    ['in ${cwd}: ${tool_input.file_path}', 'in /d: /a'],
    ['${n} ${tool_input.list}', '3 [1]'],
    ['${none}${tool_input.none.deep}${constructor}${tool_input.toString}', ''],
    ['$cwd ${} ${a b}', '$cwd ${} ${a b}'],
  ])('in a text of an input %s: %s', (written, filled) => {
    expect(fillInput({ deep: [{ text: written }] }, event)).toEqual({ deep: [{ text: filled }] });
  });

  it('in a question: after it where it names no place', () => {
    expect(fillPrompt('Safe?', { a: 1 })).toBe('Safe?\n\n{"a":1}');
    expect(fillPrompt('$ARGUMENTS and $ARGUMENTS', { a: '$&' })).toBe('{"a":"$&"} and {"a":"$&"}');
  });

  it('property: is never filled in twice', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fillInput({ a: '${cwd}' }, { cwd: `\${cwd}${text}` })).toEqual({ a: `\${cwd}${text}` });
      }),
    );
  });
});
