import {
  applyUpdate,
  createMemoryFiles,
  createPermissionContext,
  createPermissionState,
  leavePlanMode,
  parseSessionPermission,
  resumePermission,
  sessionPermission,
  defineTool,
  type Hook,
  type PermissionMode,
  type PermissionRule,
  type PreToolUseResult,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools } from '@sluice/tools';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_MODE, expectRows, type ReliabilityRow } from './expect-rows.ts';
import { CWD, HOME, policyOf, verdict } from './judge.ts';
import { RUNS } from './properties/subject.ts';
import { runInEngine } from './run-in-engine.ts';

/**
 * Elsewhere: 33 and 37 (start and trust: packages/settings/test/trust and the program's own tests), `disableAllHooks` of
 * 34 (packages/hooks/test), 38 (core/test/permission/versions.test.ts), nested calls of 39 (core/test/call/nested.test.ts), 40 on
 * summaries (agent/test/loop/reliability.test.ts), 41 on the program (sluice/test/exec); 29, 31, 32, 35, 36 and 38 on it in sluice/test/print.
 */
const files = createMemoryFiles({ contents: new Map([['/p/a', '']]), links: new Map() });

function rule(
  behavior: PermissionRule['behavior'],
  text: string,
  source: PermissionRule['source'] = 'project',
) {
  return { behavior, text, source, root: CWD };
}

function stateOf(mode: PermissionMode, rules: readonly PermissionRule[]) {
  return createPermissionState({ mode, rules, workingDirectories: [CWD], root: CWD, home: HOME });
}

function hook(result: PreToolUseResult): Hook {
  return { event: 'PreToolUse', name: 'h', run: () => result };
}

const bash = (command: string) => ['Bash', { command }] as const;
const edit = { file_path: '/p/a', old_string: 'a', new_string: 'b', content: '' };
const bypassing = EVERY_MODE.filter((mode) => mode !== 'dontAsk');

const ROWS: readonly ReliabilityRow[] = [
  {
    line: 31,
    says: 'plan mode changes nothing, whatever is allowed',
    expected: '?',
    rules: {
      allow: ['Edit', 'Write', 'Edit(/**)', 'Bash', 'Bash(touch *)', 'Bash(rm *)', 'Bash(npm test *)'],
    },
    modes: ['plan'],
    calls: [
      'touch a',
      'rm a',
      'ls > a',
      'npm test',
      'ls && touch a',
      'sed -i s/a/b/ a',
      'git commit -m x',
      'timeout 5 touch a',
      'echo "$(touch a)"',
      'mkdir -p a/b',
      'unclear $(',
    ],
  },
  {
    line: 31,
    says: 'plan mode does not even ask about edits',
    expected: 'D',
    rules: { allow: ['Edit', 'Write', 'Edit(/**)'] },
    modes: ['plan'],
    calls: [
      ['Edit', edit],
      ['Write', edit],
    ],
  },
  {
    line: 31,
    says: 'plan mode reads',
    expected: 'A',
    modes: ['plan'],
    calls: [
      'ls',
      'git status && git diff',
      'cat a | wc -l',
      ['Read', { file_path: '/p/a' }],
      ['Grep', { pattern: 'x' }],
    ],
  },
  {
    line: 36,
    says: 'a rule about one tool is about that tool alone',
    expected: 'A',
    rules: { deny: ['Bash', 'Write'] },
    calls: [
      ['Grep', { pattern: 'x' }],
      ['Glob', { pattern: '*' }],
      ['Read', { file_path: '/p/a' }],
    ],
  },
  {
    line: 36,
    says: 'a denied tool is denied',
    expected: 'D',
    rules: { deny: ['Bash'], allow: ['Bash'] },
    modes: EVERY_MODE,
    calls: ['ls'],
  },
];

expectRows('reliability.md B', ROWS);

describe('28: no source loosens a deny', () => {
  const sources = ['managed', 'cli', 'local', 'project', 'user', 'session'] as const;
  const pairs = sources.flatMap((strict) => sources.map((loose) => [strict, loose] as const));

  it.each(pairs)('a deny or ask of %s wins over an allow of %s', (strict, loose) => {
    for (const mode of EVERY_MODE) {
      for (const behavior of ['deny', 'ask'] as const) {
        const state = stateOf(mode, [
          rule('allow', 'Bash', loose),
          rule('allow', 'Bash(rm x)', loose),
          rule(behavior, 'Bash(rm *)', strict),
        ]);
        const tool = builtInTools({ processes: createProcessSession() }).find(({ name }) => name === 'Bash');
        if (tool === undefined) throw new Error('no Bash');
        const input = { command: 'ls; rm x' };
        const decision = policyOf(files).decide(
          { tool, input, json: input, cwd: CWD, isReadOnly: false, claims: 'everything' },
          state.current(),
        );
        expect([mode, decision.behavior]).toEqual([mode, behavior]);
      }
    }
  });

  it.each(EVERY_MODE)('in %s a hook’s allow does not, nor its ask', async (mode) => {
    for (const decision of ['allow', 'ask'] as const) {
      const state = stateOf(mode, [rule('deny', 'Bash(rm *)')]);
      const ending = await runInEngine(bash('ls; rm x'), {
        state,
        files,
        hooks: [hook({ decision })],
        answer: { behavior: 'allow' },
      });
      expect(ending).toEqual({ code: 'denied', isAsked: false, worked: [] });
    }
  });

  it.each(bypassing)('in %s a hook’s allow does not answer what an ask rule asks', async (mode) => {
    const state = stateOf(mode, [rule('ask', 'Bash(ls *)')]);
    const ending = await runInEngine(bash('ls'), {
      state,
      files,
      hooks: [hook({ decision: 'allow' })],
      answer: { behavior: 'deny' },
    });
    expect(ending).toMatchObject({ isAsked: true, worked: [] });
  });

  it.each(bypassing)('in %s a hook’s allow lifts no floor', async (mode) => {
    const ending = await runInEngine(bash('rm -rf /'), {
      state: stateOf(mode, [rule('allow', 'Bash')]),
      files,
      hooks: [hook({ decision: 'allow' })],
      answer: { behavior: 'deny' },
    });
    expect(ending).toMatchObject({ isAsked: true, worked: [] });
  });

  it.each(bypassing)('in %s a hook’s ask asks, whatever is allowed', async (mode) => {
    const state = stateOf(mode, [rule('allow', 'Bash')]);
    const ending = await runInEngine(bash('ls'), {
      state,
      files,
      hooks: [hook({ decision: 'ask' })],
      answer: { behavior: 'deny' },
    });
    expect(ending).toMatchObject({ isAsked: true, worked: [] });
  });
});

describe('29: rules see the input that would run', () => {
  it.each(EVERY_MODE)('in %s what a hook makes of a command is denied', async (mode) => {
    const hooks = [hook({ decision: 'allow', updatedInput: { command: 'echo; rm x' } })];
    const ending = await runInEngine(bash('ls'), {
      state: stateOf(mode, [rule('deny', 'Bash(rm *)')]),
      files,
      hooks,
    });
    expect(ending).toMatchObject({ code: 'denied', worked: [] });
  });

  it.each(EVERY_MODE)('in %s what a person makes of a command is denied', async (mode) => {
    const state = stateOf(mode, [rule('deny', 'Bash(rm *)'), rule('ask', 'Bash(ls *)')]);
    const answer = { behavior: 'allow', updatedInput: { command: '/bin/rm x' } } as const;
    expect(await runInEngine(bash('ls'), { state, files, answer })).toMatchObject({
      code: 'denied',
      worked: [],
    });
  });

  it('and not the one that a hook replaced', async () => {
    const hooks = [hook({ updatedInput: { command: 'ls' } })];
    const state = stateOf('dontAsk', []);
    expect(await runInEngine(bash('touch a'), { state, files, hooks })).toMatchObject({
      code: 'ok',
      isAsked: false,
    });
  });
});

it.each(['default', 'acceptEdits', 'auto'] as const)(
  '30: in %s an approval changes nothing but the call',
  async (mode) => {
    const state = stateOf(mode, [rule('allow', 'Edit')]);
    const before = state.current();
    const ending = await runInEngine(['Write', { file_path: '/p/.git/config', content: '' }], {
      state,
      files,
      answer: { behavior: 'allow' },
    });
    expect(ending).toMatchObject({ code: 'ok', isAsked: true });
    expect(state.current()).toBe(before);
  },
);

it.each(EVERY_MODE)(
  '30: plan mode that began in %s ends in it, and no answer in it offers a mode',
  async (mode) => {
    const state = stateOf(mode, []);
    state.update({ isBypassAvailable: true });
    state.apply({ type: 'setMode', mode: 'plan', destination: 'session' });
    expect(leavePlanMode(state.current()).mode).toBe(mode === 'plan' ? 'default' : mode);
    const offered: unknown[] = [];
    await runInEngine(bash('touch a'), {
      state,
      files,
      answer: { behavior: 'deny' },
      onAsk: (request) => void offered.push(request),
    });
    expect(JSON.stringify(offered)).not.toMatch(/setMode|acceptEdits|bypassPermissions/);
    expect(state.current().mode).toBe('plan');
  },
);

it('32: a rule or directory that was taken away counts no more, from the next call on', async () => {
  const state = createPermissionState({
    mode: 'dontAsk',
    rules: [rule('allow', 'Bash(npm test)', 'managed')],
    directories: [
      { path: CWD, source: 'cli' },
      { path: '/q', source: 'project' },
    ],
    root: CWD,
  });
  const outcomes = async () => [
    (await runInEngine(bash('npm test'), { state, files })).code,
    (await runInEngine(bash('cat /q/a'), { state, files })).code,
  ];
  expect(await outcomes()).toEqual(['ok', 'ok']);
  state.update({ rules: [], directories: [{ path: CWD, source: 'cli' }] });
  expect(await outcomes()).toEqual(['denied', 'denied']);
});

it('34: no update brings back a bypass that is not to be had', () => {
  for (const destination of ['session', 'local', 'project', 'user'] as const) {
    const context = createPermissionContext({ mode: 'default', isBypassAvailable: false }, 1);
    const result = applyUpdate(context, { type: 'setMode', mode: 'bypassPermissions', destination });
    expect(result.ok).toBe(false);
  }
});

it.each(['Bash', 'B*', '*', 'Bash(*)'])('35: the tool that %s denies is not shown, and not run', (text) => {
  const [tool] = builtInTools({ processes: createProcessSession() }).filter(({ name }) => name === 'Bash');
  if (tool === undefined) throw new Error('no Bash');
  const state = stateOf('bypassPermissions', [rule('deny', text)]);
  expect(policyOf(files).deniesTool(tool, state.current())?.text).toBe(text);
  expect(verdict('Bash', 'ls', { deny: [text] })).toBe('D');
});

it('35: a server’s tools are hidden by the rule that denies them', () => {
  const tool = defineTool({
    name: 'mcp__gh__get_x',
    description: '',
    inputSchema: { type: 'object' },
    call: async () => ({ data: '' }),
  });
  for (const text of ['mcp__gh', 'mcp__gh__*', 'mcp__gh__get_x', 'mcp__*']) {
    expect(policyOf(files).deniesTool(tool, stateOf('default', [rule('deny', text)]).current())?.text).toBe(
      text,
    );
    expect(verdict('mcp__gh__get_x', {}, { deny: [text] })).toBe('D');
  }
  expect(
    policyOf(files).deniesTool(tool, stateOf('default', [rule('deny', 'mcp__g')]).current()),
  ).toBeUndefined();
});

describe('39: whoever asks, the gate is the same', () => {
  const chains = [[], ['explore'], ['explore', 'fix'], ['explore', 'fix', 'test']];

  it.each(chains)('behind the agents %s', async (...agentChain) => {
    for (const mode of EVERY_MODE) {
      const common = { files, agentChain };
      const denied = await runInEngine(bash('rm x'), {
        ...common,
        state: stateOf(mode, [rule('deny', 'Bash(rm *)')]),
      });
      expect(denied).toMatchObject({ code: 'denied', worked: [] });
      const hidden = await runInEngine(bash('ls'), {
        ...common,
        state: stateOf(mode, [rule('deny', 'Bash')]),
      });
      expect(hidden).toMatchObject({ code: 'denied', worked: [] });
      const blocked = await runInEngine(bash('ls'), {
        ...common,
        state: stateOf(mode, [rule('allow', 'Bash')]),
        hooks: [hook({ decision: 'deny', reason: 'no' })],
      });
      expect(blocked).toMatchObject({ code: 'blocked-by-hook', worked: [] });
    }
  });

  it('a denied kind of agent is denied whatever its call names', () => {
    const rules = { deny: ['Agent(subagent_type:explore)'] };
    expect(
      verdict('Agent', { subagent_type: 'explore', prompt: '', description: '', name: 'x' }, rules),
    ).toBe('D');
  });
});

it.each(EVERY_MODE)('40: in %s whoever was given no tools has none, whatever is allowed', async (mode) => {
  const state = stateOf(mode, [rule('allow', 'Bash'), rule('allow', 'Read')]);
  for (const call of [bash('ls'), ['Read', { file_path: '/p/a' }] as const]) {
    expect(await runInEngine(call, { state, files, tools: [] })).toMatchObject({
      code: 'unknown-tool',
      worked: [],
    });
  }
});

describe('41: what a session had in force is in force when it goes on', () => {
  const anyRule = fc.record({
    behavior: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    text: fc.constantFrom('Bash', 'Bash(rm *)', 'Edit(/docs/**)', 'Read(.env)'),
    source: fc.constantFrom('managed' as const, 'cli' as const, 'project' as const, 'session' as const),
    root: fc.constantFrom('/p', '/q'),
  });
  const start = fc.record({
    mode: fc.constantFrom(...EVERY_MODE),
    rules: fc.array(anyRule, { maxLength: 6 }),
    directories: fc.array(fc.constant({ path: '/q', source: 'session' as const }), { maxLength: 1 }),
  });

  it('for any session and any new command line', () => {
    fc.assert(
      fc.property(
        start,
        start,
        fc.constantFrom(...EVERY_MODE),
        fc.boolean(),
        (before, after, settingsMode, isModeGiven) => {
          const left = createPermissionContext({ ...before, workingDirectories: ['/p'] }, 7);
          const kept = parseSessionPermission(JSON.stringify(sessionPermission(left, settingsMode)));
          if (kept === undefined) throw new Error('not read again');
          const again = createPermissionContext({ ...after, workingDirectories: ['/p'] }, 1);
          const { change } = resumePermission(again, kept, isModeGiven);
          const state = createPermissionState({ ...again, ...change });
          const now = state.current();
          const has = (one: PermissionRule) =>
            now.rules.some(
              ({ behavior, text, root }) =>
                behavior === one.behavior && text === one.text && root === one.root,
            );
          const mustStay = left.rules.filter(
            ({ source, behavior }) => source === 'session' || (source === 'cli' && behavior !== 'allow'),
          );
          expect(mustStay.filter((one) => !has(one))).toEqual([]);
          expect(again.rules.filter((one) => !has(one))).toEqual([]);
          const allowed = now.rules.filter(
            ({ behavior, source }) => behavior === 'allow' && source === 'session',
          );
          const known = [...left.rules, ...again.rules].filter(({ source }) => source === 'session');
          expect(allowed.filter(({ text }) => !known.some((one) => one.text === text))).toEqual([]);
          if (isModeGiven || left.mode === settingsMode) expect(now.mode).toBe(again.mode);
          else if (left.mode !== 'bypassPermissions') expect(now.mode).toBe(left.mode);
          else expect(now.mode).toBe(again.isBypassAvailable ? 'bypassPermissions' : again.mode);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each([
    '',
    '{',
    '[]',
    '{"rules":1,"directories":[]}',
    '{"mode":"any","rules":[],"directories":[]}',
    '{"rules":[{}],"directories":[]}',
  ])('what can’t be read is not taken for nothing: %j', (text) =>
    expect(parseSessionPermission(text)).toBeUndefined(),
  );
});

it('38: a yes is worth nothing where a rule denies meanwhile', async () => {
  const state = stateOf('default', []);
  const onAsk = () => void state.update({ rules: [rule('deny', 'Bash(touch *)')] });
  const ending = await runInEngine(bash('touch a'), { state, files, answer: { behavior: 'allow' }, onAsk });
  expect(ending).toEqual({ code: 'denied', isAsked: true, worked: [] });
});
