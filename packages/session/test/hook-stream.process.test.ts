import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Asker, JsonObject, RunEvent, ToolCall } from '@sluice/core';
import { readJournal } from '@sluice/host';
import { createLocalRuntime } from '../../sluice/src/index.ts';
import type { LocalRuntimeOptions } from '../src/options/local-options.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const hooks = (event: string, ...commands: string[]): JsonObject => ({
  [event]: [{ hooks: commands.map((command) => ({ type: 'command', command })) }],
});
const says = (fields: JsonObject): string => `printf '%s' '${JSON.stringify(fields)}'`;

async function open(named: JsonObject, more: Partial<LocalRuntimeOptions> = {}) {
  const cwd = join(scratch(), 'project');
  mkdirSync(join(cwd, 'sub'), { recursive: true });
  const runtime = await createLocalRuntime({
    cwd,
    permissionMode: 'bypassPermissions',
    settings: { sources: [], files: [JSON.stringify({ hooks: named })] },
    ...more,
  });
  onTestFinished(async () => void (await runtime.dispose()));
  const events: RunEvent[] = [];
  return {
    cwd,
    runtime,
    events,
    /** Makes one call, and answers with what came of it. */
    async run(name: string, input: JsonObject): Promise<unknown> {
      const call: ToolCall = { id: `c${events.length}`, name, input };
      let content: unknown;
      for await (const event of runtime.run([call])) {
        events.push(event);
        if (event.type === 'tool-result') content = event.result.content;
      }
      return content;
    },
  };
}

const hooksOf = (events: readonly { readonly type: string }[]): object[] =>
  events.filter(({ type }) => type === 'hook' || type === 'hook-summary');

/** Lets everything pass that it is asked about. */
const YES: Asker = {
  push: (_, answer) => answer({ behavior: 'allow' }),
  remove: () => {},
  update: () => {},
};

describe('hooks of no call stand in the stream and in the journal', () => {
  it('of the start before the first call, of the end after the last, each with what all came to', async () => {
    const sessionDirectory = join(scratch(), 'session');
    const { runtime, events, run } = await open(
      {
        ...hooks('SessionStart', says({ systemMessage: 'hello' }), 'echo oops >&2; exit 1'),
        ...hooks('SessionEnd', says({ terminalSequence: '\u0007' })),
      },
      { sessionDirectory },
    );
    await run('Bash', { command: 'true' });
    const started = { type: 'hook', status: 'started', event: 'SessionStart', callId: undefined };
    const ended = { ...started, status: 'ended', messageId: undefined };
    expect(hooksOf(events)).toHaveLength(5);
    expect(hooksOf(events)).toEqual(
      expect.arrayContaining([
        expect.objectContaining(started),
        expect.objectContaining({ ...ended, outcome: 'ok' }),
        expect.objectContaining({ ...ended, outcome: 'failed', said: { reason: expect.any(String) } }),
        expect.objectContaining({
          type: 'hook-summary',
          event: 'SessionStart',
          count: 2,
          infos: [expect.stringMatching(/: hello$/)],
          errors: [expect.stringMatching(/exited with code 1: oops$/)],
          preventedContinuation: false,
        }),
      ]),
    );
    expect(events.findIndex(({ type }) => type === 'hook-summary')).toBeLessThan(
      events.findIndex(({ type }) => type === 'call-state'),
    );
    const { lastEvents } = await runtime.dispose();
    expect(lastEvents).toMatchObject([
      { type: 'hook', status: 'started', event: 'SessionEnd' },
      { type: 'hook', status: 'ended', outcome: 'ok', terminalSequence: '\u0007' },
      { type: 'hook-summary', event: 'SessionEnd', count: 1 },
    ]);
    const { entries, setAside } = await readJournal(sessionDirectory);
    expect(setAside).toBe(0);
    const told = entries.flatMap((entry) =>
      entry.type === 'hook' || entry.type === 'hook-summary' ? [`${entry.type} ${entry.event}`] : [],
    );
    expect(told).toEqual([
      'hook SessionStart',
      'hook SessionStart',
      'hook-summary SessionStart',
      'hook SessionEnd',
      'hook-summary SessionEnd',
    ]);
  });

  it('of a permission request with its call, of the notice beside it, and of another directory', async () => {
    const decision = { behavior: 'deny', message: 'not now' };
    const { events, run } = await open(
      {
        ...hooks(
          'PermissionRequest',
          says({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }),
        ),
        ...hooks('CwdChanged', 'true'),
      },
      { permissionMode: 'default', asker: { ...YES, push: () => {} } },
    );
    expect(await run('Bash', { command: 'touch made' })).toMatch(/not now/);
    const about = { event: 'PermissionRequest', callId: 'c0', toolName: 'Bash' };
    expect(hooksOf(events)).toMatchObject([
      { status: 'started', ...about },
      { status: 'ended', outcome: 'ok', said: { decision: 'deny', reason: 'not now' }, ...about },
    ]);
    await run('Bash', { command: 'cd sub' });
    await run('Bash', { command: 'pwd' });
    const changed = hooksOf(events).slice(2);
    expect(changed).toMatchObject([
      { status: 'started', event: 'CwdChanged' },
      { status: 'ended', event: 'CwdChanged', outcome: 'ok' },
      { type: 'hook-summary', event: 'CwdChanged', count: 1 },
    ]);
  });

  it('one at work for more than a second tells how far it is', async () => {
    const gate = join(scratch(), 'gate');
    const slow = `echo working; echo hard >&2; until [ -e ${gate} ]; do sleep 0.02; done`;
    const { runtime, events } = await open(hooks('PreToolUse', slow));
    const isProgress = (event: RunEvent): boolean => event.type === 'hook' && event.status === 'progress';
    for await (const event of runtime.run([{ id: 'c', name: 'Bash', input: { command: 'cd sub' } }])) {
      events.push(event);
      if (isProgress(event)) writeFileSync(gate, '');
    }
    expect(events.find(isProgress)).toMatchObject({
      event: 'PreToolUse',
      callId: 'c',
      stdout: 'working\n',
      stderr: 'hard\n',
      elapsedMs: expect.any(Number),
    });
  });
});

describe('what hooks leave for commands', () => {
  const leave = (text: string): string => `echo '${text}' >> "$CLAUDE_ENV_FILE"`;

  it('holds for the commands of the session; that of another directory replaces what the last one left', async () => {
    const session = join(scratch(), 'session');
    const { run, runtime } = await open(
      {
        ...hooks('Setup', leave('export A=setup B=setup')),
        ...hooks('SessionStart', leave('export A=start'), leave('greet() { echo hello; }')),
        ...hooks('CwdChanged', `echo "export HERE_$(basename "$PWD")=yes" >> "$SLUICE_ENV_FILE"`),
        ...hooks('PreToolUse', 'echo "${CLAUDE_ENV_FILE:-none}" > seen'),
      },
      { setup: 'init', sessionDirectory: session },
    );
    expect(await run('Bash', { command: 'echo $A $B; greet; cat seen' })).toBe('start setup\nhello\nnone');
    const here = { command: 'echo ${!HERE_*}' };
    await run('Bash', { command: 'cd sub' });
    expect(await run('Bash', here)).toBe('HERE_sub');
    await run('Bash', { command: 'cd ..' });
    expect(await run('Bash', here)).toBe('HERE_project');
    await runtime.dispose();
    expect(existsSync(join(session, 'hook-environment'))).toBe(false);
  });

  it('is written by hooks alone: no call changes it, whatever the mode', async () => {
    const sessionDirectory = join(scratch(), 'session');
    const { run } = await open(hooks('SessionStart', leave('export A=start')), { sessionDirectory });
    const [path] = String(await run('Bash', { command: `ls ${sessionDirectory}/hook-environment/*` })).split(
      '\n',
    );
    const input = { file_path: path ?? '', content: 'echo() { :; }' };
    expect(await run('Write', input)).toMatch(/denied/i);
    expect(await run('Bash', { command: `echo 'echo() { :; }' >> ${path}` })).toMatch(/denied/i);
    expect(readFileSync(path ?? '', 'utf8')).toBe('export A=start\n');
  });
});

describe('the transcript that hooks are told of', () => {
  const tell = 'cat > "$CLAUDE_PROJECT_DIR/seen"';
  const seen = (cwd: string): unknown => JSON.parse(readFileSync(join(cwd, 'seen'), 'utf8'));

  it('is the journal of the session', async () => {
    const sessionDirectory = join(scratch(), 'session');
    const { cwd, run } = await open(hooks('PreToolUse', tell), { sessionDirectory });
    await run('Bash', { command: 'true' });
    const path = join(sessionDirectory, 'journal.jsonl');
    expect([seen(cwd), existsSync(path)]).toMatchObject([{ transcript_path: path }, true]);
  });

  it('is a path at which nothing is, where the session keeps no journal', async () => {
    const { cwd, run } = await open(hooks('PreToolUse', tell));
    await run('Bash', { command: 'true' });
    const told = seen(cwd);
    expect(told).toMatchObject({ transcript_path: expect.stringMatching(/^\/.*\/journal\.jsonl$/) });
    const path = told instanceof Object && 'transcript_path' in told ? told.transcript_path : undefined;
    expect(existsSync(String(path))).toBe(false);
  });
});
