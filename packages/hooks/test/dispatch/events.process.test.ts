import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import type { DispatchedEvent, EventFields, EventVerdict } from '../../src/index.ts';
import { LANGUAGES, rowsIn, type Act } from '../support/languages.ts';
import { makeWorld, type World } from '../support/world.ts';

const STOP = { stop_hook_active: false };
const SWITCH = {
  from_model: 'a',
  to_model: 'b',
  requested_model: null,
  source: 'command',
  context_tokens: 1,
  prompt_cache_warm: false,
  cache_ttl: '5m',
  estimated_cache_write_usd: 0,
  pricing: 'default',
} as const;
const TASK = { task_id: '1', task_subject: 's' };

const FIELDS: { readonly [Event in DispatchedEvent]: EventFields[Event] } = {
  UserPromptSubmit: { prompt: 'p' },
  UserPromptExpansion: {
    expansion_type: 'slash_command',
    command_name: 'review',
    command_args: '',
    prompt: 'p',
  },
  PreSkillShellCommand: {
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf made' },
    tool_use_id: 'c',
    command_name: 'review',
    invoked_by: 'user',
  },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  Setup: { trigger: 'init' },
  Stop: STOP,
  StopFailure: { error: 'server_error' },
  SubagentStart: { agent_id: 'a', agent_type: 'Explore' },
  SubagentStop: { ...STOP, agent_id: 'a', agent_type: 'Explore', agent_transcript_path: '/t' },
  PreCompact: { trigger: 'manual', custom_instructions: null },
  PostCompact: { trigger: 'manual', compact_summary: 's' },
  PreModelSwitch: SWITCH,
  PostModelSwitch: SWITCH,
  Notification: { message: 'm', notification_type: 'permission_prompt' },
  Elicitation: { mcp_server_name: 'server', message: 'm' },
  ElicitationResult: { mcp_server_name: 'server', action: 'accept' },
  ConfigChange: { source: 'user_settings' },
  InstructionsLoaded: { file_path: '/a', memory_type: 'User', load_reason: 'session_start' },
  CwdChanged: { old_cwd: '/a', new_cwd: '/b' },
  FileChanged: { file_path: '/dir/package.json', event: 'change' },
  DirectoryAdded: { directory: '/a', source: 'slash_command' },
  WorktreeCreate: { name: 'w' },
  WorktreeRemove: { worktree_path: '/w' },
  TaskCreated: TASK,
  TaskCompleted: TASK,
  TeammateIdle: { teammate_name: 't', team_name: 'm' },
  MessageDisplay: { turn_id: '1', message_id: '1', index: 0, final: true, delta: 'd' },
};

/** What the specification says of exit code 2, of `"decision": "block"`, and of plain text. */
const ROWS: [
  event: DispatchedEvent,
  exitTwo: 'blocks' | 'person' | 'ignored',
  verdict: boolean,
  text: boolean,
][] = [
  ['UserPromptSubmit', 'blocks', true, true],
  ['UserPromptExpansion', 'blocks', true, true],
  ['PreSkillShellCommand', 'blocks', false, false],
  ['SessionStart', 'person', false, true],
  ['SessionEnd', 'person', false, false],
  ['Setup', 'person', false, false],
  ['Stop', 'blocks', true, false],
  ['StopFailure', 'ignored', false, false],
  ['SubagentStart', 'person', false, false],
  ['SubagentStop', 'blocks', true, false],
  ['PreCompact', 'blocks', true, false],
  ['PostCompact', 'person', false, false],
  ['PreModelSwitch', 'blocks', false, false],
  ['PostModelSwitch', 'person', false, false],
  ['Notification', 'ignored', false, false],
  ['Elicitation', 'blocks', false, false],
  ['ElicitationResult', 'blocks', false, false],
  ['ConfigChange', 'blocks', true, false],
  ['InstructionsLoaded', 'ignored', false, false],
  ['CwdChanged', 'person', false, false],
  ['FileChanged', 'person', false, false],
  ['DirectoryAdded', 'ignored', false, false],
  ['WorktreeRemove', 'ignored', false, false],
  ['TaskCreated', 'blocks', true, false],
  ['TaskCompleted', 'blocks', false, false],
  ['TeammateIdle', 'blocks', false, false],
  ['MessageDisplay', 'ignored', false, false],
];

interface Fired {
  readonly verdict: EventVerdict;
  readonly told: readonly string[];
  readonly delivered: readonly string[];
}

async function fire<Event extends DispatchedEvent>(
  world: World,
  event: Event,
  scripts: readonly (string | JsonObject)[],
  { matcher, fields }: { readonly matcher?: string; readonly fields?: EventFields[Event] } = {},
): Promise<Fired> {
  const hooks = scripts.map((script) =>
    typeof script === 'string' ? { type: 'command', command: script } : { type: 'command', ...script },
  );
  world.write('home/.sluice/settings.json', {
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks }] },
  });
  const told: string[] = [];
  const delivered: string[] = [];
  const { dispatcher } = world.load({
    tell: (text) => void told.push(text),
    deliver: (text) => void delivered.push(text),
  });
  const verdict = await dispatcher.fire(event, fields ?? FIELDS[event], { cwd: world.project });
  return { verdict, told, delivered };
}

const prints = (json: JsonObject): string => `printf '%s' '${JSON.stringify(json)}'`;
const own = (event: string, fields: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

describe('every event', () => {
  it('has a row', () => {
    const rows = [...ROWS.map(([event]) => event), 'WorktreeCreate'];
    expect(rows.toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  });

  it.each(ROWS)('reliability 66: %s: exit code 2 counts whatever else is printed', async (event, exitTwo) => {
    for (const out of [
      '{"broken',
      '{"hookSpecificOutput":{"hookEventName":"Nothing"}}',
      '{"decision":"approve"}',
      '{}',
    ]) {
      const { verdict } = await fire(makeWorld(), event, [`printf '%s' '${out}'; echo why >&2; exit 2`]);
      expect(verdict.block !== undefined, out).toBe(exitTwo === 'blocks');
    }
  });
});

/** A slow start of an interpreter is not what these rows are about: hooks of SessionEnd have 1.5 s by default. */
const PATIENT = { timeout: 60 };

describe.each(LANGUAGES)('in %s', (language, write) => {
  it.each(rowsIn(language, ROWS))(
    'reliability 66: each row of %s',
    async (event, exitTwo, takesVerdict, isContext) => {
      const world = makeWorld();
      let count = 0;
      const act = (does: Act): Promise<Fired> =>
        fire(world, event, [
          { command: world.script(`hook-${(count += 1)}`, write(does)), args: [], ...PATIENT },
        ]);
      const out = (json: JsonObject): Promise<Fired> => act({ out: JSON.stringify(json), code: 0 });
      const isBlocking = exitTwo === 'blocks';
      const [two, one, block, text, all] = await Promise.all([
        act({ error: 'why', code: 2 }),
        act({ error: 'oops', code: 1 }),
        out({ decision: 'block', reason: 'why' }),
        act({ out: 'some words\n', code: 0 }),
        out({
          continue: false,
          stopReason: 'enough',
          systemMessage: 'hello',
          ...own(event, { additionalContext: 'mind' }),
        }),
      ]);

      expect(two.verdict.block?.reason, 'exit code 2').toBe(isBlocking ? 'why' : undefined);
      const toldOfTwo = expect.stringMatching(exitTwo === 'person' ? /: why$/ : /exited with code 2: why/);
      expect(two.told, 'exit code 2').toEqual(isBlocking ? [] : [toldOfTwo]);

      expect(one.verdict, 'exit code 1').toMatchObject({
        block: undefined,
        summary: { count: 1, errors: [expect.stringMatching(/exited with code 1: oops/)] },
      });
      expect(one.told).toHaveLength(1);

      expect(block.verdict.block?.reason, '"decision": "block"').toBe(takesVerdict ? 'why' : undefined);
      const noEffect = expect.stringMatching(/"decision" has no effect for/);
      expect(block.told).toEqual(takesVerdict ? [] : [noEffect]);

      expect(text.verdict.additionalContext, 'plain text').toEqual(isContext ? ['some words'] : []);
      expect([text.verdict.block, text.told]).toEqual([undefined, []]);

      expect(all.verdict, '"continue": false, a word for the person, and context').toMatchObject({
        stop: { reason: 'enough' },
        additionalContext: ['mind'],
        summary: { count: 1, preventedContinuation: true, reason: 'enough' },
      });
      expect(all.told).toEqual([expect.stringMatching(/: hello$/)]);
    },
  );
});

describe('what is particular', () => {
  const OWN: [event: DispatchedEvent, fields: JsonObject, seen: Partial<EventVerdict>][] = [
    [
      'SessionStart',
      { watchPaths: ['/a', '/b'], sessionTitle: 't', initialUserMessage: 'm', reloadSkills: true },
      { watchPaths: ['/a', '/b'], sessionTitle: 't', initialUserMessage: 'm', reloadSkills: true },
    ],
    [
      'UserPromptSubmit',
      { sessionTitle: 't', suppressOriginalPrompt: true },
      { sessionTitle: 't', suppressOriginalPrompt: true },
    ],
    ['CwdChanged', { watchPaths: ['/a'] }, { watchPaths: ['/a'] }],
    ['FileChanged', { watchPaths: [] }, { watchPaths: [] }],
    ['MessageDisplay', { displayContent: 'd' }, { displayContent: 'd' }],
    ['Elicitation', { action: 'accept', content: { a: 1 } }, { action: 'accept', content: { a: 1 } }],
    [
      'PreModelSwitch',
      { permissionDecision: 'deny', permissionDecisionReason: 'no' },
      { decision: 'deny', decisionReason: 'no' },
    ],
    ['WorktreeCreate', { worktreePath: '/w' }, { worktreePath: '/w' }],
    [
      'PreSkillShellCommand',
      { permissionDecision: 'defer', permissionDecisionReason: 'no' },
      { decision: 'deny', decisionReason: 'no' },
    ],
    [
      'PreSkillShellCommand',
      { permissionDecision: 'allow', updatedInput: { command: 'true' } },
      { decision: 'deny' },
    ],
  ];
  it.each(OWN)('fields of %s: %j', async (event, fields, seen) => {
    const { verdict } = await fire(makeWorld(), event, [prints(own(event, fields))]);
    expect(verdict).toMatchObject(seen);
  });

  it('WorktreeCreate: the last line is the path; whatever fails makes none', async () => {
    const made = await fire(makeWorld(), 'WorktreeCreate', ['echo working; echo /w/one; echo']);
    expect(made.verdict).toMatchObject({ worktreePath: '/w/one', block: undefined });
    for (const script of ['echo /w; exit 1', 'echo /w; exit 2', 'kill -9 $$', 'sleep 60']) {
      const { verdict } = await fire(makeWorld(), 'WorktreeCreate', [{ command: script, timeout: 0.2 }]);
      expect(verdict.block, script).toBeDefined();
    }
  });

  it.each(['Elicitation', 'ElicitationResult'] as const)(
    '%s: exit code 2 declines, over an answer',
    async (event) => {
      const { verdict } = await fire(makeWorld(), event, [
        prints(own(event, { action: 'accept' })),
        'exit 2',
      ]);
      expect(verdict).toMatchObject({ action: 'decline', content: undefined });
    },
  );

  it('all contexts and paths are passed on, the strictest counts, the first that blocks has the word', async () => {
    const { verdict } = await fire(makeWorld(), 'SessionStart', [
      prints(own('SessionStart', { additionalContext: 'one', watchPaths: ['/a'], sessionTitle: 'first' })),
      `sleep 0.1; ${prints(own('SessionStart', { additionalContext: 'two', watchPaths: ['/a', '/b'], sessionTitle: 'last' }))}`,
    ]);
    expect(verdict).toMatchObject({
      additionalContext: ['one', 'two'],
      watchPaths: ['/a', '/b'],
      sessionTitle: 'last',
    });
    const stop = await fire(makeWorld(), 'Stop', ['sleep 0.1; echo one >&2; exit 2', 'echo two >&2; exit 2']);
    expect(stop.verdict.block?.reason).toBe('one');
  });

  it('paths to watch that are not absolute are left out, and the person is told', async () => {
    const { verdict, told } = await fire(makeWorld(), 'CwdChanged', [
      prints(own('CwdChanged', { watchPaths: ['.env', '/a', 'b'] })),
    ]);
    expect(verdict.watchPaths).toEqual(['/a']);
    expect(told).toEqual([
      expect.stringMatching(/".env" \(and 1 more\) of its "watchPaths" is not watched: use absolute paths/),
    ]);
  });

  const MATCHERS: [event: DispatchedEvent, matcher: string, runs: boolean][] = [
    ['SessionStart', 'startup|resume', true],
    ['SessionStart', 'resume', false],
    ['Notification', 'permission_prompt', true],
    ['Notification', 'idle_prompt', false],
    ['SubagentStart', 'Explore', true],
    ['SubagentStart', 'explore', false],
    ['ConfigChange', 'user_settings', true],
    ['PreCompact', 'auto', false],
    ['StopFailure', 'server_error|overloaded', true],
    ['FileChanged', 'package.json|.env', true],
    ['FileChanged', 'README', false],
    ['Stop', 'anything', true],
  ];
  it.each(MATCHERS)('the matcher of %s: %s', async (event, matcher, runs) => {
    const { verdict } = await fire(makeWorld(), event, ['true'], { matcher });
    expect(verdict.summary.count).toBe(runs ? 1 : 0);
  });

  it('a hook reads the fields of its event, and of no call', async () => {
    const world = makeWorld();
    await fire(world, 'CwdChanged', [`cat > ${world.path}/seen`]);
    expect(JSON.parse(readFileSync(`${world.path}/seen`, 'utf8'))).toEqual({
      session_id: 'the-session',
      transcript_path: '/transcript.jsonl',
      cwd: world.project,
      permission_mode: 'default',
      hook_event_name: 'CwdChanged',
      old_cwd: '/a',
      new_cwd: '/b',
    });
  });

  it('onFailure blocks where something can be blocked, and never at the end of work', async () => {
    const failing = { command: 'exit 1', onFailure: 'block' };
    expect((await fire(makeWorld(), 'PreCompact', [failing])).verdict.block).toBeDefined();
    for (const event of ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle', 'Notification'] as const) {
      expect((await fire(makeWorld(), event, [failing])).verdict.block, event).toBeUndefined();
    }
  });

  it('a timeout decides nothing, or blocks where the hook says so', async () => {
    const slow = { command: 'sleep 60', timeout: 0.1 };
    expect((await fire(makeWorld(), 'PreCompact', [slow])).verdict.block).toBeUndefined();
    const { verdict } = await fire(makeWorld(), 'PreCompact', [{ ...slow, onTimeout: 'deny' }]);
    expect(verdict.block?.reason).toMatch(/did not respond within 0.1 s/);
  });

  it('what all hooks of an event come to is told: how many ran, infos, errors, and whether and why they want an end', async () => {
    const world = makeWorld();
    const commands = [
      prints({ systemMessage: 'look' }),
      'echo oops >&2; exit 1',
      prints({ continue: false, stopReason: 'enough' }),
    ];
    const all = commands.map((command) => ({ type: 'command', command }));
    world.write('home/.sluice/settings.json', { hooks: { Stop: [{ hooks: all }], SubagentStop: [] } });
    const summaries: unknown[] = [];
    const { dispatcher } = world.load({
      onSummary: (event, summary) => void summaries.push([event, summary]),
    });
    await dispatcher.fire('SubagentStop', FIELDS.SubagentStop, { cwd: world.project });
    await dispatcher.fire('Stop', FIELDS.Stop, { cwd: world.project });
    expect(summaries).toEqual([
      [
        'Stop',
        {
          count: 3,
          infos: [expect.stringMatching(/: look$/)],
          errors: [expect.stringMatching(/exited with code 1: oops$/)],
          preventedContinuation: true,
          reason: 'enough',
        },
      ],
    ]);
  });

  it('hooks of one event run side by side', async () => {
    const world = makeWorld();
    // Each waits for the other: one after the other they would never end.
    const meet = (mine: string, other: string): string =>
      `touch ${world.path}/${mine}; while [ ! -e ${world.path}/${other} ]; do sleep 0.01; done`;
    const { verdict } = await fire(world, 'SessionStart', [meet('a', 'b'), meet('b', 'a')]);
    expect(verdict.summary).toMatchObject({ count: 2, errors: [] });
    expect(existsSync(`${world.path}/b`)).toBe(true);
  });
});
