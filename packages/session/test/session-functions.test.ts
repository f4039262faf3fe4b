import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asker, JsonObject } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  agentHooks,
  createLocalRuntime,
  type LocalRuntime,
  type LocalRuntimeOptions,
  type ProgramHook,
  type SessionHook,
  type SessionHookEvent,
} from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { until } from '../../sluice/test/cli/exec/support/until.ts';

const YES: Asker = {
  push: (_, answer) =>
    answer({
      behavior: 'allow',
      updates: [{ type: 'addDirectories', directories: [scratch()], destination: 'session' }],
    }),
  remove: () => {},
  update: () => {},
};

interface Place {
  readonly cwd: string;
  readonly settings: string;
}

async function open(
  hooks: readonly ProgramHook[] | (() => readonly ProgramHook[]),
  more: Partial<LocalRuntimeOptions> = {},
) {
  const path = scratch();
  const cwd = join(path, 'project');
  mkdirSync(join(cwd, 'sub'), { recursive: true });
  const settings = join(cwd, '.sluice/settings.json');
  mkdirSync(join(cwd, '.sluice'));
  writeFileSync(settings, '{}');
  const runtime = await createLocalRuntime({
    cwd,
    hooks,
    settings: { sources: ['project'] },
    ...more,
  });
  onTestFinished(async () => void (await runtime.dispose()));
  return { runtime, cwd, settings };
}

async function call(runtime: LocalRuntime, name: string, input: JsonObject): Promise<string | undefined> {
  let stop: string | undefined;
  for await (const event of runtime.run([{ id: crypto.randomUUID(), name, input }])) {
    if (event.type === 'message') stop = event.stop?.reason;
  }
  return stop;
}

const NEVER = new AbortController().signal;
const hooksOf = (runtime: LocalRuntime) => agentHooks(runtime.agent, () => ({ cwd: runtime.session.cwd }));

/** What makes an event happen in a program. */
const MOMENTS: {
  readonly [
    Event in Exclude<
      SessionHookEvent,
      // An MCP server asks: test/mcp/server-asks.process.test.ts has those. Agents: test/agent/sub-agents/messages.test.ts.
      | 'InstructionsLoaded'
      // packages/sluice/test/cli/print/skills.process.test.ts
      | 'PreSkillShellCommand'
      // test/agent/model-switch.test.ts has these.
      | 'PreModelSwitch'
      | 'PostModelSwitch'
      | 'UserPromptExpansion'
      | 'Elicitation'
      | 'ElicitationResult'
      | 'SubagentStart'
      | 'SubagentStop'
      // test/packed/task-list.packed.test.ts: they need a variable of the environment.
      | 'TaskCreated'
      | 'TaskCompleted'
      // test/packed/worktrees.packed.test.ts, test/worktree/session-worktree.process.test.ts: tools of an agent fire them.
      | 'WorktreeCreate'
      | 'WorktreeRemove'
      // test/agent/sub-agents/team.test.ts
      | 'TeammateIdle'
    >
  ]: (runtime: LocalRuntime, place: Place) => unknown;
} = {
  Setup: () => {},
  SessionStart: () => {},
  SessionEnd: (runtime) => runtime.dispose(),
  Notification: (runtime) => call(runtime, 'Bash', { command: 'touch made' }),
  PermissionRequest: (runtime) => call(runtime, 'Bash', { command: 'touch made' }),
  CwdChanged: (runtime) => call(runtime, 'Bash', { command: 'cd sub' }),
  FileChanged: (_, { cwd }) => writeFileSync(join(cwd, '.env'), 'A=1'),
  ConfigChange: (_, { settings }) => writeFileSync(settings, '{"permissions": {"deny": ["Read(x)"]}}'),
  DirectoryAdded: (runtime) => call(runtime, 'Bash', { command: 'touch made' }),
  UserPromptSubmit: (runtime) => hooksOf(runtime).submitted('mend it', NEVER),
  Stop: (runtime) => hooksOf(runtime).stopping('done', NEVER),
  StopFailure: (runtime) =>
    hooksOf(runtime).failed({ kind: 'overloaded', message: 'no', isRetryable: true }, 'so far'),
  PreCompact: (runtime) => hooksOf(runtime).compacting('auto', undefined, NEVER),
  PostCompact: (runtime) => hooksOf(runtime).compacted('auto', 'all', NEVER),
};

describe('functions of a program', () => {
  it.each(Object.entries(MOMENTS))('hear of %s when it happens', async (event, happen) => {
    const heard: SessionHook['event'][] = [];
    const hear = (name: SessionHook['event']) => (): void => void heard.push(name);
    const hooks: readonly SessionHook[] = [
      { event: 'Setup', name: 'a', run: hear('Setup') },
      { event: 'SessionStart', name: 'b', run: hear('SessionStart') },
      { event: 'SessionEnd', name: 'c', run: hear('SessionEnd') },
      { event: 'Notification', name: 'd', run: hear('Notification') },
      {
        event: 'PermissionRequest',
        name: 'e',
        run() {
          hear('PermissionRequest')();
          return event === 'PermissionRequest' ? { decision: { behavior: 'allow' } } : undefined;
        },
      },
      { event: 'CwdChanged', name: 'f', run: hear('CwdChanged') },
      { event: 'FileChanged', name: 'g', matcher: '.env', run: hear('FileChanged') },
      { event: 'ConfigChange', name: 'h', run: hear('ConfigChange') },
      { event: 'DirectoryAdded', name: 'i', run: hear('DirectoryAdded') },
      { event: 'UserPromptSubmit', name: 'j', run: hear('UserPromptSubmit') },
      { event: 'Stop', name: 'k', run: hear('Stop') },
      { event: 'StopFailure', name: 'l', run: hear('StopFailure') },
      { event: 'PreCompact', name: 'm', run: hear('PreCompact') },
      { event: 'PostCompact', name: 'n', run: hear('PostCompact') },
    ];
    // Who answers at once leaves hooks no time to.
    const asker = event === 'PermissionRequest' ? { ...YES, push: () => {} } : YES;
    const { runtime, ...place } = await open(hooks, { asker, setup: 'init' });
    await happen(runtime, place);
    await until(() => heard.find((name) => name === event));
  });

  it('may refuse a session, a prompt and an end, and add to what the model is told', async () => {
    const stopping: SessionHook = {
      event: 'SessionStart',
      name: 'a',
      run: () => ({ stop: { reason: 'no' } }),
    };
    await expect(open([stopping])).rejects.toThrow('A hook refused to start the session: no');
    const { runtime } = await open([
      { event: 'SessionStart', name: 'a', run: () => ({ additionalContext: 'it is Monday' }) },
      {
        event: 'UserPromptSubmit',
        name: 'b',
        run: ({ prompt }) => (prompt === 'mend it' ? undefined : { block: { reason: 'not that' } }),
      },
      {
        event: 'Stop',
        name: 'c',
        run: ({ stop_hook_active }) => (stop_hook_active ? undefined : { block: { reason: 'go on' } }),
      },
    ]);
    expect(runtime.agent.takeTexts()).toEqual([{ text: 'it is Monday', origin: 'hook' }]);
    const hooks = hooksOf(runtime);
    expect((await hooks.submitted('mend it', NEVER)).block).toBeUndefined();
    expect((await hooks.submitted('break it', NEVER)).block).toBe('not that');
    expect(await hooks.stopping('done', NEVER)).toMatchObject({ goesOn: true });
    expect(await hooks.stopping('done', NEVER)).toMatchObject({ goesOn: false });
  });

  it('stand in the stream with the hooks of calls, and may be others at each look', async () => {
    let reason = 'one';
    const list = (): readonly ProgramHook[] => [
      { event: 'PreToolUse', name: 'of calls', run: () => ({ additionalContext: reason }) },
      { event: 'CwdChanged', name: `of ${reason}`, run: () => ({ stop: { reason } }) },
    ];
    const { runtime } = await open(list, { permissionMode: 'bypassPermissions' });
    expect(await call(runtime, 'Bash', { command: 'cd sub' })).toBe('one');
    reason = 'two';
    expect(await call(runtime, 'Bash', { command: 'cd ..' })).toBe('two');
    const { lastEvents } = await runtime.dispose();
    expect(lastEvents).toEqual([]);
  });

  it('run where hooks of settings are off', async () => {
    const heard: string[] = [];
    const path = scratch();
    const command = `touch ${path}/ran`;
    const { runtime } = await open(
      [{ event: 'CwdChanged', name: 'mine', run: ({ new_cwd }) => void heard.push(new_cwd) }],
      {
        permissionMode: 'bypassPermissions',
        namedHooks: false,
        settings: {
          sources: [],
          files: [JSON.stringify({ hooks: { CwdChanged: [{ hooks: [{ type: 'command', command }] }] } })],
        },
      },
    );
    await call(runtime, 'Bash', { command: 'cd sub' });
    expect(heard).toEqual([expect.stringMatching(/project\/sub$/)]);
    expect(existsSync(join(path, 'ran'))).toBe(false);
  });
});
