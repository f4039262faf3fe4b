import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CancelReason, Hook, HookCall, JsonObject } from '@sluice/core';
import { makeWorld, type World } from '../support/world.ts';

const FILE = 'home/.sluice/settings.json';

function configure(world: World, handler: JsonObject, event = 'PreToolUse', matcher?: string): void {
  const group = { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', ...handler }] };
  world.write(FILE, { hooks: { [event]: [group] } });
}

/** Waits for a condition that must come true; the deadline is only there to end a failing test. */
async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('it never came true');
    await delay(10);
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.each(['PreToolUse', 'PostToolUse', 'PostToolBatch'])('what is told of a program of %s', (event) => {
  const LONG = 'x'.repeat(30_000);
  it.each([
    ['that failed', 'echo out; echo err >&2; exit 3', { stdout: 'out\n', stderr: 'err\n', exitCode: 3 }],
    ['that said nothing', 'true', { stdout: '', stderr: '', exitCode: 0 }],
    ['that objects', 'echo why >&2; exit 2', { stdout: '', stderr: 'why\n', exitCode: 2 }],
    ['that a signal ended', 'echo out; kill -9 $$', { stdout: 'out\n', stderr: '', exitCode: undefined }],
  ])('%s', async (_, command, program) => {
    const world = makeWorld();
    configure(world, { command }, event);
    expect((await world.call({})).hooks).toMatchObject([{ status: 'started' }, { status: 'ended', program }]);
  });

  it('whose output is long, its beginning and its end', async () => {
    const world = makeWorld();
    configure(world, { command: `echo 'a${LONG}b'` }, event);
    const [, end] = (await world.call({})).hooks;
    const program = end?.status === 'ended' ? end.program : undefined;
    expect(program?.stdout).toMatch(/^ax+\n\[\d+ characters left out\]\nx+b\n$/);
    expect(program?.stdout.length).toBeLessThanOrEqual(10_000);
  });
});

describe('what a program finds', () => {
  it.each([
    ['PreToolUse', {}, { tool_input: { a: 1 } }],
    ['PostToolUse', {}, { tool_input: { a: 1 }, tool_response: { said: 'yes' } }],
    [
      'PostToolUseFailure',
      { fail: true },
      { tool_input: { a: 1, fail: true }, error: 'Exit code 3\n{"said":"no"}', is_interrupt: false },
    ],
  ])('on its standard input at %s', async (event, more, expected) => {
    const world = makeWorld();
    configure(world, { command: `cat >"${world.path}/seen"` }, event);
    await world.call({
      input: { a: 1, ...more },
      sessionContext: { permissionMode: () => 'plan', promptId: () => 'p', effort: () => 'high' },
    });
    const seen: JsonObject = JSON.parse(readFileSync(join(world.path, 'seen'), 'utf8'));
    expect(seen).toMatchObject({
      session_id: 'the-session',
      transcript_path: '/transcript.jsonl',
      cwd: world.project,
      permission_mode: 'plan',
      hook_event_name: event,
      prompt_id: 'p',
      effort: { level: 'high' },
      tool_name: 'Probe',
      tool_use_id: 'call-1',
      ...expected,
    });
    if (event !== 'PreToolUse') expect(seen['duration_ms']).toEqual(expect.any(Number));
  });

  it.each<[CancelReason, runs: boolean]>([
    [{ kind: 'user-cancel' }, false],
    [{ kind: 'user-message' }, false],
    [{ kind: 'shutdown' }, false],
    [{ kind: 'stream-retracted' }, false],
    [{ kind: 'sibling-error', failedCallId: 'a', failedTool: 'Bash' }, false],
    [{ kind: 'timeout', afterMs: 10 }, true],
  ])('of a call that was stopped, because of %j: %s', async (reason, runs) => {
    const world = makeWorld();
    configure(world, { command: `cat >"${world.path}/seen"` }, 'PostToolUseFailure');
    const [hook] = world.load().hooks;
    if (hook?.event !== 'PostToolUseFailure') throw new Error('there is no such hook');
    await hook.run({
      ...{ callId: 'call-1', messageId: 'm', toolName: 'Probe', input: {}, cwd: world.project, output: {} },
      signal: new AbortController().signal,
      content: 'Half of it.',
      outcome: { code: 'cancelled', reason, started: true },
      durationMs: 10,
    });
    expect(existsSync(join(world.path, 'seen'))).toBe(runs);
    if (!runs) return;
    expect(JSON.parse(readFileSync(join(world.path, 'seen'), 'utf8'))).toMatchObject({
      error: expect.stringMatching(/Half of it\.$/),
      is_interrupt: false,
    });
  });

  it('reliability 70: whole paths of files, however the call writes them', async () => {
    const world = makeWorld();
    configure(world, { command: `cat >"${world.path}/seen"` });
    await world.call({ input: { file_path: 'a/../b', notebook_path: '/c', path: 'd' } });
    expect(JSON.parse(readFileSync(join(world.path, 'seen'), 'utf8')).tool_input).toEqual({
      file_path: join(world.project, 'b'),
      notebook_path: '/c',
      path: 'd',
    });
  });

  it('variables, without those of measurements', async () => {
    const world = makeWorld();
    const names = [
      'SLUICE_PROJECT_DIR',
      'CLAUDE_PROJECT_DIR',
      'CLAUDECODE',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_EFFORT',
    ];
    const show = names.map((name) => `\${${name}-unset}`).join(' ');
    configure(world, { command: `echo "$KEPT $OTEL_X${show}" >"${world.path}/seen"` });
    await world.call({
      sessionContext: {
        env: { ...process.env, KEPT: 'kept', OTEL_X: 'measured' },
        effort: () => 'low',
      },
    });
    expect(readFileSync(join(world.path, 'seen'), 'utf8')).toBe(
      `kept ${world.project} ${world.project} 1 the-session low\n`,
    );
  });

  it('reliability 74: a session and a group of its own, and no terminal', async () => {
    const world = makeWorld();
    // Fields 5, 6 and 7 of stat: group, session, terminal; the name in field 2 has no space.
    configure(world, { command: `echo $$ $(cut -d' ' -f5,6,7 /proc/$$/stat) >"${world.path}/seen"` });
    await world.call();
    const [pid, group, session, terminal] = readFileSync(join(world.path, 'seen'), 'utf8').trim().split(' ');
    expect([group, session, terminal]).toEqual([pid, pid, '0']);
  });

  it('reliability 74: in exec form its arguments as they are, but for the named placeholders', async () => {
    const world = makeWorld();
    const script = world.script('show args', `#!/bin/sh\nprintf '%s\\n' "$@" >"${world.path}/seen"\n`);
    const args = [
      'a b',
      '$HOME',
      '`id`',
      "it's",
      '',
      '*',
      '${CLAUDE_PROJECT_DIR}/x',
      '${SLUICE_PROJECT_DIR}',
    ];
    configure(world, { command: script, args });
    await world.call();
    expect(readFileSync(join(world.path, 'seen'), 'utf8').split('\n')).toEqual([
      ...args.slice(0, 6),
      `${world.project}/x`,
      world.project,
      '',
    ]);
  });

  it.each([
    ['/bin/sh', undefined],
    ['/bin/bash', 'bash'],
  ])('%s as its shell', async (path, shell) => {
    const world = makeWorld();
    const command = `readlink -f /proc/$$/exe >"${world.path}/seen"`;
    configure(world, { command, ...(shell !== undefined && { shell }) });
    await world.call();
    expect(readFileSync(join(world.path, 'seen'), 'utf8').trim()).toBe(realpathSync(path));
  });
});

describe('where a program runs', () => {
  const callIn = (cwd: string): HookCall => ({
    callId: 'c',
    messageId: 'm',
    toolName: 'Probe',
    input: {},
    cwd,
    signal: new AbortController().signal,
  });

  async function run(hook: Hook | undefined, call: HookCall): Promise<unknown> {
    if (hook?.event !== 'PreToolUse') throw new Error('no hook');
    return hook.run(call);
  }

  it('in the current directory, else in the project, else at home, else at the root', async () => {
    const world = makeWorld();
    configure(world, { command: `pwd >>"${world.path}/seen"` });
    const home = join(world.path, 'home');
    const [hook] = world.load({ env: { ...process.env, HOME: home } }).hooks;
    mkdirSync(join(world.project, 'sub'));
    await run(hook, callIn(join(world.project, 'sub')));
    rmSync(join(world.project, 'sub'), { recursive: true });
    await run(hook, callIn(join(world.project, 'sub')));
    rmSync(world.project, { recursive: true });
    await run(hook, callIn(join(world.project, 'sub')));
    const [homeless] = world.load({ env: { PATH: process.env['PATH'] } }).hooks;
    await run(homeless, callIn('/gone'));
    expect(readFileSync(join(world.path, 'seen'), 'utf8').trim().split('\n')).toEqual([
      join(world.project, 'sub'),
      world.project,
      home,
      '/',
    ]);
  });

  it('is ended with its tree when the call is stopped, and decides nothing', async () => {
    const world = makeWorld();
    configure(world, {
      command: `echo begun; setsid sleep 1000 & echo $! >"${world.path}/pids"; echo $$ >>"${world.path}/pids"; sleep 1000; exit 2`,
    });
    const [hook] = world.load().hooks;
    const controller = new AbortController();
    const running = run(hook, { ...callIn(world.project), signal: controller.signal });
    const pids = (): number[] =>
      existsSync(join(world.path, 'pids'))
        ? readFileSync(join(world.path, 'pids'), 'utf8').trim().split('\n').map(Number)
        : [];
    await until(() => pids().length === 2);
    controller.abort();
    expect(await running).toMatchObject({
      ended: 'cancelled',
      program: { stdout: 'begun\n', exitCode: undefined },
    });
    expect(pids().map(isAlive)).toEqual([false, false]);
  });
});

describe('how programs fail', () => {
  const OUT = 2_000;
  const rows: [title: string, handler: JsonObject, problem: RegExp][] = [
    [
      'a program that is not there, in shell form',
      { command: '/no/such/program' },
      /exited with code 127: .*no\/such\/program.*not found/,
    ],
    [
      'a program that is not there, in exec form',
      { command: '/no/such/program', args: [] },
      /exited with code 127: .*\/no\/such\/program.*not found/,
    ],
    [
      'a file that is not executable',
      { command: '/etc/passwd', args: [] },
      /exited with code 126: .*ermission denied/,
    ],
    ['a program with a zero byte in its name', { command: 'a\0b' }, /could not be started/],
    ['a program that dies by a signal', { command: 'kill -KILL $$' }, /was killed by SIGKILL/],
    ['a program that prints without end', { command: 'yes' }, /printed more than 10 MiB/],
    ['a program that complains without end', { command: 'yes >&2' }, /printed more than 10 MiB/],
    ['broken JSON', { command: 'echo {' }, /looks like JSON but isn't valid/],
    [
      'an exit code that means nothing',
      { command: `head -c ${OUT} /dev/zero | tr '\\0' x >&2; exit 9` },
      /exited with code 9: x{500}…/,
    ],
  ];

  it.each(rows)('%s decides nothing, and the person is told', async (_, handler, problem) => {
    const world = makeWorld();
    configure(world, handler);
    const told = await world.call();
    expect(told.outcome.code).toBe('ok');
    expect(told.notices).toEqual([expect.stringMatching(problem)]);
    expect(told.notices[0]).toMatch(/; it decided nothing\. Fix it, or set "onFailure": "block"$/);
  });

  it.each(rows)('%s denies where a failure is to block', async (_, handler, problem) => {
    const world = makeWorld();
    configure(world, { ...handler, onFailure: 'block' });
    const told = await world.call();
    expect(told.outcome).toMatchObject({ code: 'blocked-by-hook' });
    expect(told.ran).toEqual([]);
    expect(told.content).toMatch(/it failed, which denies the call \(onFailure\): /);
    expect(told.content).toMatch(new RegExp(problem.source.replace('$', '')));
    expect(told.content).not.toMatch(/user|person/);
  });

  it.each(rows)('%s is told to the model after the work where a failure is to block', async (_, handler) => {
    const world = makeWorld();
    configure(world, { ...handler, onFailure: 'block' }, 'PostToolUse');
    const told = await world.call();
    expect(told.outcome.code).toBe('ok');
    expect(told.context).toEqual([
      expect.stringMatching(/^The hook ".*", which checks this call's result, failed: /s),
    ]);
  });

  it('vector 30: a timeout decides nothing; the tree is ended, the person is told, the model is not', async () => {
    const world = makeWorld();
    configure(world, {
      command: `setsid sleep 1000 & echo $! >"${world.path}/pid"; echo '{"decision":"block"}'; sleep 1000`,
      timeout: 0.3,
    });
    const told = await world.call();
    expect(told.outcome.code).toBe('ok');
    expect(told.context).toEqual([]);
    expect(told.content).not.toMatch(/hook|user/);
    expect(told.notices).toEqual([
      expect.stringMatching(
        /it did not respond within 0\.3 s and was stopped; it decided nothing\. Raise its timeout, or set "onTimeout": "deny"$/,
      ),
    ]);
    expect(isAlive(Number(readFileSync(join(world.path, 'pid'), 'utf8')))).toBe(false);
  });

  it('reliability 72: a timeout denies where it is to, and not in the name of the user', async () => {
    const world = makeWorld();
    configure(world, { command: 'sleep 1000', timeout: 0.2, onTimeout: 'deny' });
    const told = await world.call();
    expect(told.outcome.code).toBe('blocked-by-hook');
    expect(told.content).toMatch(/did not respond within 0\.2 s and was stopped, which denies the call/);
    expect(told.content).not.toMatch(/user|person/);
  });

  it('after the work, a timeout that is to count is told to the model', async () => {
    const world = makeWorld();
    configure(world, { command: 'sleep 1000', timeout: 0.2, onTimeout: 'deny' }, 'PostToolUse');
    expect((await world.call()).context).toEqual([expect.stringMatching(/did not respond within 0\.2 s/)]);
  });
});

describe('odd programs', () => {
  it('one that reads nothing of a long input', async () => {
    const world = makeWorld();
    configure(world, { command: 'exec <&-; echo no >&2; exit 2' });
    const told = await world.call({ input: { text: 'x'.repeat(5_000_000) } });
    expect(told.outcome).toMatchObject({ code: 'blocked-by-hook', reason: 'no' });
  });

  it('one that writes to /dev/stderr by name', async () => {
    const world = makeWorld();
    configure(world, { command: 'echo no >/dev/stderr; exit 2' });
    expect((await world.call()).outcome).toMatchObject({ reason: 'no' });
  });

  it('one that prints what is not UTF-8', async () => {
    const world = makeWorld();
    configure(world, { command: String.raw`printf '{"systemMessage":"a\377b"}'` });
    expect((await world.call()).notices).toEqual([expect.stringMatching(/: a�b$/)]);
  });

  it('one whose daemon keeps its outputs does not hold the call; the daemon ends with the session', async () => {
    const world = makeWorld();
    configure(world, { command: `sleep 1000 & echo $! >"${world.path}/pid"; exit 0` });
    expect((await world.call()).outcome.code).toBe('ok');
    const pid = Number(readFileSync(join(world.path, 'pid'), 'utf8'));
    expect(isAlive(pid)).toBe(true);
    await world.processes.dispose();
    await until(() => !isAlive(pid));
  });

  it('one that says more than is shown: the beginning, and where the whole is', async () => {
    const world = makeWorld();
    const kept: string[] = [];
    const long = `é${'x'.repeat(30_000)}`;
    writeFileSync(join(world.path, 'long'), long);
    configure(world, { command: `cat "${world.path}/long" >&2; exit 2` });
    const keepText = async (text: string): Promise<string> => {
      kept.push(text);
      return '/kept/text';
    };
    const { outcome } = await world.call({ sessionContext: { keepText } });
    const reason = outcome.code === 'blocked-by-hook' ? outcome.reason : '';
    expect(kept).toEqual([long]);
    expect(reason.length).toBeLessThanOrEqual(10_000);
    expect(reason).toMatch(/^éx{9000,}\n\[\d+ more characters; the full text is in \/kept\/text\]$/);
  });

  it('two at once: each waits until the other has begun', async () => {
    const world = makeWorld();
    const wait = (own: string, other: string): string =>
      `touch "${world.path}/${own}"; while [ ! -e "${world.path}/${other}" ]; do sleep 0.01; done`;
    const hooks = [wait('a', 'b'), wait('b', 'a')].map((command) => ({
      type: 'command',
      command,
      timeout: 60,
    }));
    world.write(FILE, { hooks: { PreToolUse: [{ hooks }] } });
    expect((await world.call()).notices).toEqual([]);
  });

  it('one in the background holds nothing and decides nothing', async () => {
    const world = makeWorld();
    const command = `while [ ! -e "${world.path}/go" ]; do sleep 0.01; done; touch "${world.path}/done"; exit 2`;
    configure(world, { command, async: true });
    expect((await world.call()).outcome.code).toBe('ok');
    expect(existsSync(join(world.path, 'done'))).toBe(false);
    writeFileSync(join(world.path, 'go'), '');
    await until(() => existsSync(join(world.path, 'done')));
  });

  it('one that says that it goes on in the background holds nothing from there on', async () => {
    const world = makeWorld();
    const rest = `while [ ! -e "${world.path}/go" ]; do sleep 0.01; done; touch "${world.path}/done"; exit 2`;
    configure(world, { command: `echo '{"async": true, "asyncTimeout": 60000}'; ${rest}` });
    expect((await world.call()).outcome.code).toBe('ok');
    expect(existsSync(join(world.path, 'done'))).toBe(false);
    writeFileSync(join(world.path, 'go'), '');
    await until(() => existsSync(join(world.path, 'done')));
  });

  it.each(['{"decision":', '{"decision":"block",\n', 'text\n{"async":true}\n'])(
    'one that begins its output with %j is waited for',
    async (begin) => {
      const world = makeWorld();
      world.write('begin', begin);
      configure(world, { command: `cat "${world.path}/begin"; sleep 0.3; exit 2` });
      expect((await world.call()).outcome.code).toBe('blocked-by-hook');
    },
  );

  it('one that is to run once runs at the first call that it matches', async () => {
    const world = makeWorld();
    configure(world, { command: 'exit 2', once: true }, 'PreToolUse', 'Probe');
    const { hooks } = world.load();
    const codes: string[] = [];
    for (const tool of ['Other', 'Probe', 'Probe'])
      codes.push((await world.call({ tool, hooks })).outcome.code);
    expect(codes).toEqual(['ok', 'blocked-by-hook', 'ok']);
  });

  it('reliability 69: the same one in several files and under several matchers runs once', async () => {
    const world = makeWorld();
    const handler = { type: 'command', command: `echo ran >>"${world.path}/seen"` };
    const hooks = {
      PreToolUse: [
        { matcher: 'Probe', hooks: [handler, handler] },
        { matcher: 'Pro.*', hooks: [handler] },
      ],
    };
    world.write(FILE, { hooks });
    world.write('home/.claude/settings.json', { hooks });
    world.write('managed/managed-settings.json', { hooks });
    await world.call();
    expect(readFileSync(join(world.path, 'seen'), 'utf8')).toBe('ran\n');
  });

  it('the one of the highest layer has the last word on an input', async () => {
    const world = makeWorld();
    const saying = (by: string): JsonObject => ({
      type: 'command',
      command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"by":"${by}"}}}'`,
    });
    world.write('managed/managed-settings.json', { hooks: { PreToolUse: [{ hooks: [saying('policy')] }] } });
    world.write(FILE, { hooks: { PreToolUse: [{ hooks: [saying('user')] }] } });
    const told = await world.call();
    expect(told.ran).toEqual([{ by: 'policy' }]);
    expect(told.notices).toEqual([expect.stringMatching(/each replaced the input/)]);
  });

  it('reliability 67: one with a rule is run for the calls that the rule is about', async () => {
    const world = makeWorld();
    configure(world, { command: 'exit 2', if: 'Probe(x)' });
    const asked: unknown[] = [];
    const ruleMatcher = (rule: string) => (call: unknown) => {
      asked.push([rule, call]);
      return asked.length > 1;
    };
    const { hooks } = world.load({ ruleMatcher });
    expect((await world.call({ hooks })).outcome.code).toBe('ok');
    expect((await world.call({ hooks })).outcome.code).toBe('blocked-by-hook');
    expect(asked[0]).toEqual(['Probe(x)', { toolName: 'Probe', input: {}, cwd: world.project }]);
  });
});

describe('what a hook before the call says', () => {
  it('reliability 73: counts when the call fails as well', async () => {
    const world = makeWorld();
    const said = JSON.stringify({
      continue: false,
      stopReason: 'enough',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'mind' },
    });
    configure(world, { command: `echo '${said}'` });
    const told = await world.call({ input: { fail: true } });
    expect(told).toMatchObject({ outcome: { code: 'tool-error' }, context: ['mind'], stop: 'enough' });
  });
});

describe('calls that tools make', () => {
  it.each([0, 1, 2])('reliability 39: exit code 2 stops one %s levels below the message', async (depth) => {
    const world = makeWorld();
    configure(world, { command: 'exit 2' }, 'PreToolUse', 'Probe');
    const told = await world.call({ depth });
    expect(told.ran).toEqual([]);
    expect(told.content).toContain('blocked-by-hook');
  });
});
