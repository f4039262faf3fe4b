import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Asker, InquiryAnswer, PermissionRequest } from '@sluice/core';
import { eventTerms, HOOK_EVENTS, isEngineEvent, isHookEvent } from '../../src/index.ts';
import type {
  DispatchedEvent,
  EventFields,
  EventVerdict,
  SessionHook,
  SessionHookAnswer,
  SessionHookEvent,
  SessionHookInput,
} from '../../src/index.ts';
import { makeWorld } from '../support/world.ts';

type Fired = Exclude<SessionHookEvent, 'PermissionRequest'>;

const SWITCH = {
  from_model: 'a',
  to_model: 'b',
  requested_model: null,
  source: 'sdk',
  context_tokens: 1,
  prompt_cache_warm: false,
  cache_ttl: '5m',
  estimated_cache_write_usd: 0,
  pricing: 'default',
} as const;

const FIELDS: { readonly [Event in Fired]: EventFields[Event] } = {
  Setup: { trigger: 'init' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  UserPromptSubmit: { prompt: 'mend it' },
  PreSkillShellCommand: {
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'c',
    command_name: 'review',
    invoked_by: 'claude',
  },
  UserPromptExpansion: {
    expansion_type: 'slash_command',
    command_name: 'review',
    command_args: '',
    prompt: 'Review it.',
  },
  Stop: { stop_hook_active: false },
  StopFailure: { error: 'overloaded' },
  SubagentStart: { agent_id: 'a', agent_type: 'Explore' },
  SubagentStop: {
    stop_hook_active: false,
    agent_id: 'a',
    agent_type: 'Explore',
    agent_transcript_path: '/t',
  },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  PostCompact: { trigger: 'auto', compact_summary: 'all' },
  PreModelSwitch: SWITCH,
  PostModelSwitch: SWITCH,
  Notification: { message: 'asked', notification_type: 'permission_prompt' },
  Elicitation: { mcp_server_name: 'server', message: 'Which?' },
  ElicitationResult: { mcp_server_name: 'server', action: 'accept' },
  ConfigChange: { source: 'user_settings', file_path: '/settings.json' },
  CwdChanged: { old_cwd: '/a', new_cwd: '/b' },
  FileChanged: { file_path: '/a/.env', event: 'change' },
  DirectoryAdded: { directory: '/d', source: 'slash_command' },
  WorktreeCreate: { name: 'w' },
  WorktreeRemove: { worktree_path: '/w' },
  TaskCreated: { task_id: '1', task_subject: 'a' },
  TaskCompleted: { task_id: '1', task_subject: 'a' },
  TeammateIdle: { teammate_name: 'a', team_name: 'b' },
  InstructionsLoaded: { file_path: '/AGENTS.md', memory_type: 'Project', load_reason: 'session_start' },
};

function isFired(event: string): event is Fired {
  return Object.hasOwn(FIELDS, event);
}
const EVENTS = HOOK_EVENTS.filter(isFired);

/** Fires an event with these functions; commands of settings beside them. */
async function fire<Event extends DispatchedEvent>(
  event: Event,
  fields: EventFields[Event],
  functions: readonly SessionHook[],
  commands: readonly string[] = [],
): Promise<{ readonly verdict: EventVerdict; readonly told: readonly string[] }> {
  const world = makeWorld();
  const hooks = commands.map((command) => ({ type: 'command', command }));
  world.write('home/.sluice/settings.json', { hooks: { [event]: [{ hooks }] } });
  const told: string[] = [];
  const { dispatcher } = world.load({ functions: () => functions, tell: (text) => void told.push(text) });
  return { verdict: await dispatcher.fire(event, fields, { cwd: world.project }), told };
}

/** The same function for any event. */
function hook(event: Fired, run: (input: object) => object | undefined, more: object = {}): SessionHook {
  const made: object = { ...more, event, name: 'mine', run };
  if (!isHook(made)) throw new Error('not a hook');
  return made;
}

/** The union has too many members for the compiler to compare it with one shape. */
function isHook(made: object): made is SessionHook {
  return 'event' in made && 'run' in made && typeof made.event === 'string' && isFired(made.event);
}

describe('functions of a program', () => {
  it('may be given for every event that is fired and that the engine has no functions for', () => {
    const fired = HOOK_EVENTS.filter(isHookEvent).filter(
      (event) => !['terminal', undefined].includes(eventTerms(event).firedBy) && !isEngineEvent(event),
    );
    expect(fired.toSorted()).toEqual([...EVENTS, 'PermissionRequest'].toSorted());
  });

  it('know the input and the answer of their event', () => {
    expectTypeOf<SessionHookInput<'CwdChanged'>>().toHaveProperty('old_cwd');
    expectTypeOf<SessionHookInput<'FileChanged'>['event']>().toEqualTypeOf<'change' | 'add' | 'unlink'>();
    const hooks: readonly SessionHook[] = [
      { event: 'FileChanged', name: 'a', run: ({ file_path }) => ({ watchPaths: [file_path] }) },
      { event: 'Stop', name: 'b', run: () => ({ block: { reason: 'go on' } }) },
      // @ts-expect-error nothing can be blocked there
      { event: 'CwdChanged', name: 'c', run: () => ({ block: { reason: 'no' } }) },
    ];
    expect(hooks).toHaveLength(3);
    expectTypeOf<SessionHookAnswer<'SessionStart'>>().toHaveProperty('additionalContext');
    expectTypeOf<SessionHookAnswer<'SessionEnd'>>().not.toHaveProperty('additionalContext');
    expectTypeOf<SessionHookAnswer<'SessionEnd'>>().not.toHaveProperty('block');
  });

  it.each(EVENTS.map((event) => [event] as const))('hear of %s what a command would', async (event) => {
    const heard: object[] = [];
    const listening = hook(event, (input) => void heard.push(input));
    const { verdict, told } = await fire(event, FIELDS[event], [listening]);
    expect(heard).toEqual([
      {
        session_id: 'the-session',
        transcript_path: '/transcript.jsonl',
        cwd: expect.stringMatching(/project$/),
        permission_mode: 'default',
        hook_event_name: event,
        ...FIELDS[event],
      },
    ]);
    expect(verdict).toMatchObject({ summary: { count: 1 }, block: undefined, stop: undefined });
    expect(told).toEqual([]);
  });

  it.each(EVENTS.map((event) => [event] as const))(
    'at %s say what the event knows, and no more',
    async (event) => {
      const { own = [], exitTwo } = eventTerms(event);
      const isBlocking = exitTwo === 'blocks';
      const knows = (field: (typeof own)[number]): boolean => own.includes(field);
      const answer = {
        stop: { reason: 'enough' },
        block: { reason: 'no' },
        notices: ['for the person'],
        additionalContext: 'for the model',
        watchPaths: ['/w'],
      };
      const { verdict, told } = await fire(event, FIELDS[event], [hook(event, () => answer)]);
      expect(verdict).toMatchObject({
        stop: { reason: 'enough' },
        block: isBlocking ? { hook: 'mine', reason: 'no' } : undefined,
        watchPaths: knows('watchPaths') ? ['/w'] : undefined,
      });
      const idle = [
        ...(isBlocking ? [] : ['block']),
        ...(knows('additionalContext') ? [] : ['additionalContext']),
        ...(knows('watchPaths') ? [] : ['watchPaths']),
      ];
      if (knows('additionalContext')) expect(verdict.additionalContext).toEqual(['for the model']);
      expect(told).toEqual([
        `the program: the ${event} hook "mine": for the person`,
        ...idle.map((field) =>
          expect.stringContaining(`"${field}" in its answer has no effect for ${event}`),
        ),
      ]);
    },
  );

  it.each(EVENTS.map((event) => [event] as const))(
    'that throw or hang at %s decide nothing, unless they are to block',
    async (event) => {
      const { exitTwo, neverFails } = eventTerms(event);
      const mayBlock = exitTwo === 'blocks' && neverFails !== true;
      const throwing = (): never => {
        throw new Error('broken');
      };
      const thrown = await fire(event, FIELDS[event], [hook(event, throwing)]);
      // What fails has made no worktree.
      const makes = event === 'WorktreeCreate';
      expect(thrown.verdict.block !== undefined).toBe(makes);
      expect(thrown.told).toEqual([`the program: the ${event} hook "mine": it threw: broken`]);
      const strict = await fire(event, FIELDS[event], [hook(event, throwing, { onFailure: 'block' })]);
      expect(strict.verdict.block?.reason).toBe(mayBlock ? 'it threw: broken' : undefined);
      const hanging = (): Promise<never> => new Promise(() => {});
      const hung = await fire(event, FIELDS[event], [hook(event, hanging, { timeoutMs: 5 })]);
      expect(hung.verdict.block !== undefined).toBe(event === 'UserPromptSubmit' || makes);
      expect(hung.told).toEqual([
        expect.stringMatching(/it did not respond within 0.005 s and is no longer waited for$/),
      ]);
      const denying = { timeoutMs: 5, onTimeout: 'deny' };
      const denied = await fire(event, FIELDS[event], [hook(event, hanging, denying)]);
      expect(denied.verdict.block !== undefined).toBe(mayBlock);
    },
  );

  it('come before the commands of settings, whoever ends first', async () => {
    const gate = Promise.withResolvers<void>();
    const slow: SessionHook = {
      event: 'SessionStart',
      name: 'slow',
      async run() {
        await gate.promise;
        return { additionalContext: 'one', sessionTitle: 'of the program' };
      },
    };
    const quick: SessionHook = {
      event: 'SessionStart',
      name: 'quick',
      run() {
        gate.resolve();
        return { additionalContext: 'two' };
      },
    };
    const said = { hookEventName: 'SessionStart', additionalContext: 'three', sessionTitle: 'of settings' };
    const { verdict } = await fire(
      'SessionStart',
      FIELDS.SessionStart,
      [slow, quick],
      [`echo '${JSON.stringify({ hookSpecificOutput: said })}'`],
    );
    expect(verdict.additionalContext).toEqual(['one', 'two', 'three']);
    expect(verdict.sessionTitle).toBe('of settings');
  });

  it.each<[matcher: string | undefined, runs: boolean]>([
    [undefined, true],
    ['startup', true],
    ['resume|compact', false],
    ['start.*', true],
    ['start(', false],
  ])('hear of what their matcher takes: %s', async (matcher, runs) => {
    const listening = hook('SessionStart', () => ({}), matcher === undefined ? {} : { matcher });
    const { verdict, told } = await fire('SessionStart', FIELDS.SessionStart, [listening]);
    expect(verdict.summary.count).toBe(runs ? 1 : 0);
    expect(told).toEqual(
      matcher === 'start(' ? [expect.stringMatching(/its matcher is not a valid regular expr/)] : [],
    );
  });

  it.each<[title: string, answer: unknown, problem: RegExp]>([
    ['a text', 'yes', /it returned string; return an object, or nothing/],
    ['a list', [], /it returned object/],
    ['a wrong field', { additionalContext: 1 }, /is invalid.*"additionalContext" must be a text/],
    ['an end without a reason', { stop: {} }, /"stop.reason" is missing/],
  ])('that answer with %s have failed, and the person is told', async (_, answer, problem) => {
    const wrong = { event: 'SessionStart', name: 'mine', run: (): unknown => answer } as const;
    // @ts-expect-error what a program in JavaScript may do
    const { verdict, told } = await fire('SessionStart', FIELDS.SessionStart, [wrong]);
    expect(verdict).toMatchObject({ stop: undefined, additionalContext: [] });
    expect(told).toEqual([expect.stringMatching(problem)]);
  });

  it('are told by their signal that no one waits any more', async () => {
    const world = makeWorld();
    const stopped = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const hanging: SessionHook = {
      event: 'Notification',
      name: 'mine',
      async run(_, { signal }) {
        signal.addEventListener('abort', () => stopped.resolve());
        begun.resolve();
        await new Promise(() => {});
      },
    };
    const over = new AbortController();
    const { dispatcher } = world.load({ functions: () => [hanging] });
    const firing = dispatcher.fire('Notification', FIELDS.Notification, {
      cwd: world.project,
      signal: over.signal,
    });
    await begun.promise;
    over.abort();
    await stopped.promise;
    expect((await firing).summary.count).toBe(0);
  });

  it('are those of the moment; a list that can not be had is told, and the commands run', async () => {
    const world = makeWorld();
    const told: string[] = [];
    let list = (): readonly SessionHook[] => [];
    const { dispatcher } = world.load({ functions: () => list(), tell: (text) => void told.push(text) });
    expect(dispatcher.has('Stop')).toBe(false);
    list = () => [hook('Stop', () => ({ block: { reason: 'go on' } }))];
    expect(dispatcher.has('Stop')).toBe(true);
    const verdict = await dispatcher.fire('Stop', FIELDS.Stop, { cwd: world.project });
    expect(verdict.block).toEqual({ hook: 'mine', reason: 'go on' });
    list = () => {
      throw new Error('gone');
    };
    expect(dispatcher.has('Stop')).toBe(false);
    expect(told).toEqual([expect.stringMatching(/list of hooks can't be read \(gone\)/)]);
  });

  it('name the files to watch by their matchers, as commands do', () => {
    const world = makeWorld();
    const hooks = [{ type: 'command', command: 'true' }];
    world.write('home/.sluice/settings.json', {
      hooks: {
        FileChanged: [{ matcher: '.env|package.json', hooks }, { hooks }, { matcher: '.*\\.lock', hooks }],
      },
    });
    const { dispatcher } = world.load({
      functions: () => [{ event: 'FileChanged', name: 'mine', matcher: '.envrc|.env', run: () => {} }],
    });
    expect(dispatcher.fileNames()).toEqual(['.envrc', '.env', 'package.json']);
  });
});

describe('functions of PermissionRequest', () => {
  const request: PermissionRequest = {
    kind: 'permission',
    batch: { messageId: 'm', open: 1 },
    requestId: 'ask-1',
    callId: 'c',
    toolName: 'Bash',
    input: { command: 'ls' },
    display: { text: '', isWhole: true, warnings: [] },
    summary: '',
    reason: '',
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: [],
    suggestedDestination: 'session',
    risk: 'low',
    agentChain: [],
  };
  const person: Asker = { push: () => {}, remove: () => {}, update: () => {} };

  it.each<[title: string, hooks: readonly SessionHook[], answer: object]>([
    [
      'allow',
      [{ event: 'PermissionRequest', name: 'mine', run: () => ({ decision: { behavior: 'allow' } }) }],
      { behavior: 'allow', hook: 'mine' },
    ],
    [
      'deny, over one that allows',
      [
        { event: 'PermissionRequest', name: 'one', run: () => ({ decision: { behavior: 'allow' } }) },
        {
          event: 'PermissionRequest',
          name: 'two',
          matcher: 'Bash',
          run: ({ tool_name }) => ({ decision: { behavior: 'deny', message: `no ${tool_name}` } }),
        },
        {
          event: 'PermissionRequest',
          name: 'three',
          matcher: 'Edit',
          run: () => ({ stop: { reason: 'x' } }),
        },
      ],
      { behavior: 'deny', hook: 'two', feedback: 'no Bash' },
    ],
  ])('may %s in the person’s stead', async (_, hooks, expected) => {
    const world = makeWorld();
    const { asker } = world.load({ functions: () => hooks });
    const given = await new Promise<InquiryAnswer>((resolve) => {
      asker({ person, cwd: () => world.project, tell: () => {} })?.push(request, resolve);
    });
    expect(given).toMatchObject(expected);
  });
});
