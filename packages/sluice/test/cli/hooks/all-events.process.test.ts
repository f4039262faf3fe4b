import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { eventTerms, HOOK_EVENTS, isHookEvent, type HookEvent } from '@sluice/hooks';
import { expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { scratch } from '../exec/support/scratch.ts';
import { Scene } from '../interactive/support/scene.ts';
import { serverFor } from '../interactive/support/server-for.ts';
import { calls, words } from '../print/support/answers.ts';
import { byTask } from '../print/support/by-task.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, talkTo } from '../print/support/print.ts';

/** The sessions below. */
type Source = 'a client' | 'a model that fails' | 'nobody to ask' | 'the terminal';

/** Which session fires each event, and what in it does. An event that is not here is a type error. */
const SOURCES: Readonly<Record<HookEvent, readonly [Source, string]>> = {
  Setup: ['a client', '--init'],
  SessionStart: ['a client', 'its start'],
  InstructionsLoaded: ['a client', '~/.claude/CLAUDE.md'],
  UserPromptExpansion: ['a client', 'the prompt /hello'],
  UserPromptSubmit: ['a client', 'the prompt'],
  PreToolUse: ['a client', 'each call'],
  PermissionRequest: ['a client', 'a command that asks'],
  Notification: ['a client', 'the question'],
  DirectoryAdded: ['a client', 'the answer, which adds a directory'],
  PostToolUse: ['a client', 'a call that succeeds'],
  PostToolUseFailure: ['a client', 'a command that fails'],
  PostToolBatch: ['a client', 'each message'],
  CwdChanged: ['a client', 'cd'],
  FileChanged: ['a client', 'a watched file'],
  ConfigChange: ['a client', '~/.claude/settings.json'],
  Elicitation: ['a client', 'a server that asks'],
  ElicitationResult: ['a client', 'the answer'],
  TaskCreated: ['a client', 'TaskCreate'],
  TaskCompleted: ['a client', 'TaskUpdate'],
  WorktreeCreate: ['a client', 'EnterWorktree'],
  WorktreeRemove: ['a client', 'ExitWorktree'],
  SubagentStart: ['a client', 'Agent'],
  SubagentStop: ['a client', 'its end'],
  TeammateIdle: ['a client', 'a teammate without work'],
  PreSkillShellCommand: ['a client', 'a command in /hello'],
  PreCompact: ['a client', 'the prompt /compact'],
  PostCompact: ['a client', 'the summary'],
  PreModelSwitch: ['a client', 'set_model'],
  PostModelSwitch: ['a client', 'set_model'],
  Stop: ['a client', 'the end of each turn'],
  SessionEnd: ['a client', 'its end'],
  StopFailure: ['a model that fails', 'the error'],
  PermissionDenied: ['nobody to ask', 'a command that asks, in auto mode'],
  MessageDisplay: ['the terminal', 'the text of the model'],
};

const PAGE = readFileSync(join(import.meta.dirname, '../../../../../docs/hooks.md'), 'utf8');

const EVENTS = HOOK_EVENTS.filter(isHookEvent);

/** Hooks for all events that keep what they are told, each in a file of its own. */
class Recorder {
  readonly #directory = scratch();
  /** What settings hold. */
  readonly hooks: object;

  constructor() {
    const keep = `f=$(mktemp '${this.#directory}/.XXXXXXXX') && cat > "$f" && mv "$f" "$f.json"`;
    this.hooks = Object.fromEntries(
      EVENTS.map((event) => [
        event,
        [
          {
            ...(event === 'FileChanged' && { matcher: '.envrc' }),
            hooks: [
              {
                type: 'command',
                command: event === 'WorktreeCreate' ? `${keep}; mkdir made; echo made` : keep,
              },
            ],
          },
        ],
      ]),
    );
  }

  get settings(): readonly string[] {
    return ['--settings', JSON.stringify({ hooks: this.hooks })];
  }

  told(): readonly JsonObject[] {
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith('.json'))
      .map((name): unknown => JSON.parse(readFileSync(join(this.#directory, name), 'utf8')))
      .filter((one) => isJsonObject(one));
  }

  has(event: HookEvent): boolean {
    return this.told().some(({ hook_event_name: name }) => name === event);
  }
}

/** A person's home: instructions, a command, settings without hooks. */
function furnish(home: string): void {
  mkdirSync(join(home, '.claude/commands'), { recursive: true });
  writeFileSync(join(home, '.claude/CLAUDE.md'), 'Be brief.\n');
  writeFileSync(join(home, '.claude/commands/hello.md'), 'Say hello.\n!`echo hi`\n');
  writeFileSync(join(home, '.claude/settings.json'), '{}');
}

async function client(recorder: Recorder): Promise<void> {
  const load = { query: 'select:EnterWorktree,ExitWorktree,TaskCreate,TaskUpdate' };
  const ask = {
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  await using server = await startModelServer(
    byTask({
      MAIN: [
        calls(['Bash', { command: 'cat missing.txt' }], ['Bash', { command: 'mkdir sub && cd sub' }]),
        calls(['mcp__f__ask', ask]),
        calls(['ToolSearch', load]),
        calls(['TaskCreate', { subject: 'Build', description: 'Build it.' }]),
        calls(['TaskUpdate', { taskId: '1', status: 'completed' }]),
        calls(['EnterWorktree', {}]),
        calls(['ExitWorktree', { action: 'remove' }]),
        calls(['Agent', { description: 'a part', prompt: 'Work as MATE.', name: 'mate' }]),
        words('Hello.'),
        words('More.'),
        words('The summary.'),
      ],
      MATE: [words('Nothing to do.'), words('Still nothing.')],
    }),
  );
  const place = printPlace(server);
  furnish(place.home);
  const config = JSON.stringify({ mcpServers: { f: faultEntry({}) } });
  const env = {
    ...place.env,
    CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1',
    CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '',
  };
  const child = startPrint(
    { ...place, env },
    ...[...BOTH_WAYS, '--permission-prompts', 'stdio', '--init', '--mcp-config', config],
    ...['--allowedTools', 'mcp__f', ...recorder.settings],
  );
  const talk = talkTo(child);
  talk.prompt('/hello');
  const question = await talk.next({ type: 'control_request', request: { subtype: 'can_use_tool' } });
  const { input = {} } = isJsonObject(question['request']) ? question['request'] : {};
  talk.answer(question, {
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [{ type: 'addDirectories', directories: [scratch()], destination: 'session' }],
  });
  const form = await talk.next({ type: 'control_request', request: { subtype: 'elicitation' } });
  talk.answer(form, { action: 'accept', content: { name: 'Ada' } });
  await talk.next({ type: 'result' });
  await expect.poll(() => recorder.has('TeammateIdle')).toBe(true);
  talk.say({
    type: 'control_request',
    request_id: 'model',
    request: { subtype: 'set_model', model: 'claude-opus-4-5' },
  });
  await talk.next({ type: 'control_response' });
  talk.prompt('/compact');
  await talk.next({ type: 'system', subtype: 'compact_boundary' });
  writeFileSync(join(place.cwd, 'sub/.envrc'), '');
  writeFileSync(join(place.home, '.claude/settings.json'), '{"permissions":{"allow":["Bash(make *)"]}}');
  await expect.poll(() => recorder.has('FileChanged') && recorder.has('ConfigChange')).toBe(true);
  expect(await talk.end()).toBe(0);
}

const SESSIONS: Readonly<Record<Source, (recorder: Recorder) => Promise<void>>> = {
  'a client': client,
  async 'a model that fails'(recorder) {
    await using server = await startModelServer([{ status: 400 }]);
    expect((await runPrint(printPlace(server), 'Hi.', ...recorder.settings)).status).toBe(1);
  },
  async 'nobody to ask'(recorder) {
    await using server = await startModelServer([calls(['Bash', { command: 'make all' }]), words('Done.')]);
    const run = await runPrint(printPlace(server), 'Hi.', '--permission-mode', 'auto', ...recorder.settings);
    expect(run.status).toBe(0);
  },
  async 'the terminal'(recorder) {
    const server = await serverFor([words('hello')]);
    const scene = await Scene.open({
      server,
      prepare({ home }) {
        furnish(home);
        writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks: recorder.hooks }));
      },
    });
    scene.say('hi');
    await scene.logs(/^hello$/m);
    await scene.leave();
  },
};

it('the table has every event that settings may define hooks for, and each has a source', () => {
  expect(Object.keys(SOURCES).toSorted()).toEqual(EVENTS.toSorted());
  expect(EVENTS).toHaveLength(34);
});

it('the page about hooks says of every event when it happens', () => {
  const tables = PAGE.split('\n| event | when | what the hook can do |\n').slice(1);
  const rows = tables.flatMap((table) => table.slice(0, table.indexOf('\n\n')).split('\n').slice(1));
  const told = rows.map((row) => /^\| `(\w+)` \| [^|]{10,} \| [^|]{5,} \|$/.exec(row)?.[1] ?? row);
  expect(told.toSorted()).toEqual(EVENTS.toSorted());
});

it.each(Object.keys(SESSIONS) as readonly Source[])('%s fires what the table says', async (source) => {
  const recorder = new Recorder();
  await SESSIONS[source](recorder);
  const told = recorder.told();
  for (const event of EVENTS.filter((one) => SOURCES[one][0] === source)) {
    const inputs = told.filter(({ hook_event_name: name }) => name === event);
    expect(inputs, `${event}: ${SOURCES[event][1]}`).not.toEqual([]);
    const { fields } = eventTerms(event);
    const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
    for (const input of inputs)
      expect(Object.keys(input), event).toEqual(
        expect.arrayContaining(['session_id', 'transcript_path', 'cwd', 'hook_event_name', ...required]),
      );
  }
});
