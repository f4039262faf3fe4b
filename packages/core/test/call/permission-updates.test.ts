import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createPolicy,
  type AnyTool,
  type PermissionContext,
  type PermissionRule,
  type PermissionUpdate,
  type ToolPermissionUpdate,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  runAll,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const rule = (
  behavior: PermissionRule['behavior'],
  text: string,
  source: PermissionRule['source'] = 'session',
) => ({
  behavior,
  text,
  source,
  root: '/d',
});
const BEFORE = [rule('deny', 'Rm'), rule('ask', 'Push'), rule('allow', 'Old'), rule('deny', 'Net', 'user')];

/** As a program in JavaScript may give it. */
function untyped(value: unknown): readonly ToolPermissionUpdate[] {
  const isList = (given: unknown): given is readonly ToolPermissionUpdate[] => given !== undefined;
  if (!isList(value)) throw new Error('nothing');
  return value;
}

function changing(updates: unknown, more: Parameters<typeof toolOf>[1] = {}): AnyTool {
  return toolOf('Change', {
    ...FREE,
    call: async () => ({ data: 'done', permissionUpdates: untyped(updates) }),
    ...more,
  });
}

function kitOf(tools: readonly AnyTool[], told: PermissionUpdate[] = []) {
  const files = createMemoryFiles();
  const kit = createKit(tools, {
    files,
    policy: createPolicy({ files, remedy: 'r', languages: new Map() }),
    onPermissionUpdate: (update) => void told.push(update),
  });
  kit.permission.update({ rules: BEFORE, isBypassAvailable: false, isAutoAvailable: false });
  return kit;
}

const shortly = ({ mode, rules, directories }: PermissionContext) => ({
  mode,
  rules: rules.map(({ behavior, text, source }) => `${behavior} ${text} ${source}`),
  directories: directories.map(({ path, source }) => `${path} ${source}`),
});
const one = [{ id: 'c', name: 'Change', input: {} }];

describe('changes of permission that a result carries', () => {
  it.each<[title: string, update: ToolPermissionUpdate, what: object]>([
    [
      'adds a rule',
      { type: 'addRules', behavior: 'allow', rules: ['Fetch'] },
      { rules: ['allow Fetch session'] },
    ],
    [
      'adds a denial',
      { type: 'addRules', behavior: 'deny', rules: ['Fetch'] },
      { rules: ['deny Fetch session'] },
    ],
    ['sets the mode', { type: 'setMode', mode: 'acceptEdits' }, { mode: 'acceptEdits' }],
    ['adds a directory', { type: 'addDirectories', directories: ['/w'] }, { directories: ['/w session'] }],
  ])('%s, for the session, and the program is reported as of an answer', async (_, update, what) => {
    const told: PermissionUpdate[] = [];
    const kit = kitOf([changing([update])], told);
    const events = await runAll(kit, one);
    const now = shortly(kit.permission.current());
    for (const [key, value] of Object.entries(what)) {
      if (typeof value === 'string') expect(now).toMatchObject({ [key]: value });
      else expect(now).toMatchObject({ [key]: expect.arrayContaining([...value]) });
    }
    expect(told).toEqual([{ ...update, destination: 'session' }]);
    expect(ofType(events, 'notice')).toEqual([]);
    expect(shortly(kit.permission.current()).rules).toEqual(expect.arrayContaining(['deny Rm session']));
  });

  it.each<[title: string, update: unknown, reason: RegExp]>([
    [
      'remove a deny rule',
      { type: 'removeRules', behavior: 'deny', rules: ['Rm'] },
      /remove or replace deny/,
    ],
    [
      'remove an ask rule',
      { type: 'removeRules', behavior: 'ask', rules: ['Push'] },
      /remove or replace ask/,
    ],
    ['replace deny rules', { type: 'replaceRules', behavior: 'deny', rules: [] }, /remove or replace deny/],
    ['replace ask rules', { type: 'replaceRules', behavior: 'ask', rules: [] }, /remove or replace ask/],
    ['switch bypass on', { type: 'setMode', mode: 'bypassPermissions' }, /was not enabled/],
    ['switch auto on', { type: 'setMode', mode: 'auto' }, /auto is disabled/],
    ['set an unknown mode', { type: 'setMode', mode: 'root' }, /no such mode/],
    ['add a relative directory', { type: 'addDirectories', directories: ['w'] }, /not absolute/],
    ['add a broken rule', { type: 'addRules', behavior: 'allow', rules: ['Bash('] }, /can't be used/],
    ['do something unknown', { type: 'allowAll' }, /not a kind of update/],
    ['be no object', 'allow', /not an object/],
    ['have no rules', { type: 'addRules', behavior: 'allow' }, /not a list of rules/],
    ['have no behavior', { type: 'addRules', rules: ['A'] }, /"behavior" must be/],
  ])("can't %s", async (_, update, reason) => {
    const told: PermissionUpdate[] = [];
    const kit = kitOf([changing([update])], told);
    const before = shortly(kit.permission.current());
    const events = await runAll(kit, one);
    expect(shortly(kit.permission.current())).toEqual(before);
    expect(told).toEqual([]);
    expect(ofType(events, 'notice')).toMatchObject([
      { code: 'permission-not-kept', message: expect.stringMatching(reason) },
    ]);
    expect(outcomes(events)).toEqual({ c: 'ok' });
  });

  it('go to no settings file, and reach no rule of one', async () => {
    const kit = kitOf([
      changing([
        { type: 'addRules', behavior: 'allow', rules: ['Net'], destination: 'user' },
        { type: 'removeRules', behavior: 'allow', rules: ['Old'], destination: 'user' },
      ]),
      toolOf('Net', FREE),
    ]);
    await runAll(kit, one);
    const { rules } = shortly(kit.permission.current());
    expect(rules).toContain('allow Net session');
    expect(rules).not.toContain('allow Old session');
    // The denial decides whatever is allowed.
    expect(outcomes(await runAll(kit, [{ id: 'n', name: 'Net', input: {} }]))).toEqual({ n: 'denied' });
  });

  it('of a tool that declares them hold for the next call; others are applied in call order', async () => {
    const allow = [{ type: 'addRules', behavior: 'allow', rules: ['Later'] }];
    const later = toolOf('Later');
    const declared = kitOf([
      changing(allow, { changesContext: true, isConcurrencySafe: false, isReadOnly: true }),
      later,
    ]);
    const calls = [...one, { id: 'l', name: 'Later', input: {} }];
    expect(outcomes(await runAll(declared, calls))).toEqual({ c: 'ok', l: 'ok' });

    const gate = createGate();
    const slow = toolOf('Slow', {
      ...FREE,
      async call() {
        await gate.passed;
        return { data: '', permissionUpdates: [{ type: 'setMode', mode: 'plan' }] };
      },
    });
    const kit = kitOf([slow, changing([{ type: 'setMode', mode: 'acceptEdits' }])]);
    const reading = collect(kit.runtime.run([{ id: 's', name: 'Slow', input: {} }, ...one]));
    await quiet();
    expect(kit.permission.current().mode).toBe('default');
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(kit.permission.current().mode).toBe('acceptEdits');
    expect(ofType(events, 'notice')).toEqual([]);
  });
});

describe('changes of the context beyond the working directory', () => {
  it('reach later calls, and every part of a context that is none is refused', async () => {
    const keep = toolOf('Keep', {
      changesContext: true,
      call: async ({ value }) => ({
        data: '',
        modifyContext: (context) => ({ ...context, values: new Map([...context.values, ['plan', value]]) }),
      }),
    });
    const tell = toolOf('Tell', {
      ...FREE,
      call: async (_, { session }) => ({ data: session.values.get('plan') }),
    });
    const broken: readonly unknown[] = [
      undefined,
      {},
      { cwd: 'd', values: new Map() },
      { cwd: '/d', values: {} },
    ];
    const bad = toolOf('Bad', {
      changesContext: true,
      call: async ({ index }) => ({
        data: '',
        modifyContext: () => JSON.parse(JSON.stringify(broken[Number(index)] ?? null)),
      }),
    });
    const kit = createKit([keep, tell, bad]);
    const events = await runAll(kit, [
      { id: 'k', name: 'Keep', input: { value: 'one' } },
      { id: 't', name: 'Tell', input: {} },
      ...broken.map((_, index) => ({ id: `b${index}`, name: 'Bad', input: { index } })),
    ]);
    const told = ofType(events, 'tool-result').find(({ callId }) => callId === 't');
    expect(told?.result.content).toBe('one');
    expect(kit.runtime.session).toMatchObject({ cwd: '/d', values: new Map([['plan', 'one']]) });
    expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(
      broken.map(() => 'context-change-failed'),
    );
  });
});
