import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { BYPASS, linesOf, MESSAGE_STOP, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

interface Place {
  readonly cwd: string;
  readonly home: string;
}

function makePlace(): Place {
  const path = scratch();
  const [cwd, home] = [join(path, 'project'), join(path, 'home')];
  for (const directory of [cwd, home]) mkdirSync(directory);
  return { cwd, home };
}

function write(directory: string, name: string, settings: JsonObject): void {
  mkdirSync(join(directory, '.claude'), { recursive: true });
  writeFileSync(join(directory, '.claude', name), JSON.stringify(settings, undefined, 2));
}

const run = ({ cwd, home }: Place, calls: string, ...args: readonly string[]) =>
  runCli(['exec', '--cwd', cwd, ...args], calls + MESSAGE_STOP, { env: { HOME: home } });

const bash = (command: string, id = 'a'): string => toolUse(id, 'Bash', { command });
const hook = (command: string, more: JsonObject = {}): JsonObject => ({
  PreToolUse: [{ hooks: [{ type: 'command', command, ...more }] }],
});
const says = (permissionDecision: string): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: 'so it says' } })}'`;

describe('vectors of hooks, on the program', () => {
  const rows: [
    vector: string,
    settings: JsonObject,
    args: readonly string[],
    allowed: boolean,
    content: RegExp,
  ][] = [
    [
      '27: allow over a deny rule',
      { permissions: { deny: ['Bash(touch *)'] }, hooks: hook(says('allow')) },
      [],
      false,
      /denied/,
    ],
    [
      '27: allow over an ask rule',
      { permissions: { ask: ['Bash(touch *)'] }, hooks: hook(says('allow')) },
      [],
      false,
      /no one is available to approve it/,
    ],
    ['27: allow where nothing else decides', { hooks: hook(says('allow')) }, [], true, /./],
    [
      '28: exit code 2 and JSON that allows',
      { hooks: hook(`${says('allow')}; echo not this >&2; exit 2`) },
      BYPASS,
      false,
      /not this/,
    ],
    [
      '29: exit code 1 without JSON, where nothing allows',
      { hooks: hook('exit 1') },
      [],
      false,
      /no one is available to approve it/,
    ],
    ['29: exit code 1 without JSON, where the mode allows', { hooks: hook('exit 1') }, BYPASS, true, /./],
    [
      '29: exit code 1 and JSON that denies',
      { hooks: hook(`${says('deny')}; exit 1`) },
      BYPASS,
      false,
      /so it says/,
    ],
    [
      '30: a timeout, where the mode allows',
      { hooks: hook('sleep 1000', { timeout: 0.2 }) },
      BYPASS,
      true,
      /./,
    ],
    [
      '30: a timeout, where nothing allows',
      { hooks: hook('sleep 1000', { timeout: 0.2 }) },
      [],
      false,
      /no one is available to approve it/,
    ],
    [
      '30: a timeout that is to deny',
      { hooks: hook('sleep 1000', { timeout: 0.2, onTimeout: 'deny' }) },
      BYPASS,
      false,
      /did not respond within 0\.2 s/,
    ],
    [
      'a hook that asks, in a mode that allows all',
      { hooks: hook(says('ask')) },
      BYPASS,
      false,
      /asks: so it says/,
    ],
    [
      'a hook that can not run yet',
      { hooks: { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] } },
      BYPASS,
      false,
      /can't run yet/,
    ],
  ];
  it.each(rows)('%s', async (_, settings, args, allowed, content) => {
    const place = makePlace();
    write(place.home, 'settings.json', settings);
    const { stdout } = await run(place, bash('touch made'), ...args);
    const [result] = linesOf(stdout, 'tool_result');
    expect(existsSync(join(place.cwd, 'made'))).toBe(allowed);
    expect(result?.['is_error']).toBe(!allowed);
    expect(textField(result, 'content')).toMatch(content);
    expect(textField(result, 'content')).not.toMatch(/the user|declined|rejected/i);
  });

  it('30: the person is told of the timeout', async () => {
    const place = makePlace();
    write(place.home, 'settings.json', { hooks: hook('sleep 1000', { timeout: 0.2 }) });
    const { stdout } = await run(place, bash('true'), ...BYPASS);
    expect(linesOf(stdout, 'notice')).toEqual([
      expect.objectContaining({
        code: 'hook-failed',
        message: expect.stringMatching(
          /settings\.json:\d+: the PreToolUse hook "sleep 1000": it did not respond/,
        ),
      }),
    ]);
  });

  it('31: matchers', async () => {
    const place = makePlace();
    const group = (matcher: string): JsonObject => ({
      matcher,
      hooks: [{ type: 'command', command: `echo '${matcher}' >>"${place.home}/seen"` }],
    });
    const matchers = ['mcp__memory', 'Bas', 'B.s', 'Bash|Edit', '', '*', 'bash'];
    write(place.home, 'settings.json', { hooks: { PreToolUse: matchers.map(group) } });
    const { stderr } = await run(place, bash('true'), ...BYPASS);
    // They run side by side: the line of the empty matcher may be the first or the last.
    const seen = readFileSync(join(place.home, 'seen'), 'utf8').replace(/\n$/, '').split('\n').sort();
    expect(seen).toEqual(['*', '', 'B.s', 'Bash|Edit'].sort());
    expect(stderr).toMatch(
      /settings\.json:\d+:\d+: The matcher "mcp__memory" doesn't match what it seems to/,
    );
    expect(stderr).toMatch(/The matcher "bash".*did you mean Bash\?/);
  });
});

describe('hooks of the settings', () => {
  it('see the call and what came of it, and tell the model', async () => {
    const place = makePlace();
    const context = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'mind the gap' },
    });
    const note = (name: string): string => `cat >"${place.home}/${name}"`;
    write(place.home, 'settings.json', {
      hooks: {
        PostToolUse: [{ hooks: [{ type: 'command', command: `${note('after')}; echo '${context}'` }] }],
        PostToolUseFailure: [
          { hooks: [{ type: 'command', command: `${note('failed')}; echo look again >&2; exit 2` }] },
        ],
      },
    });
    const { stdout } = await run(
      place,
      bash('echo hi') + bash('echo hi; echo err >&2; exit 3', 'b'),
      ...BYPASS,
    );
    const read = (name: string): JsonObject => JSON.parse(readFileSync(join(place.home, name), 'utf8'));
    expect(read('after')).toMatchObject({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'echo hi' },
      permission_mode: 'bypassPermissions',
      cwd: place.cwd,
      duration_ms: expect.any(Number),
    });
    expect(JSON.stringify(read('after')['tool_response'])).toContain('hi');
    expect(read('failed')).toMatchObject({
      error: 'Exit code 3\nhi\nerr',
      duration_ms: expect.any(Number),
      is_interrupt: false,
    });
    const [message] = linesOf(stdout, 'user');
    expect(JSON.stringify(message)).toContain('mind the gap');
    expect(JSON.stringify(message)).toMatch(
      /<not-from-user source=.{1,2}hook.{1,2}>.nThe hook .* objects: look again/,
    );
  });

  it.each([
    ['allow', true, /./],
    ['deny', false, /Permission denied: the hook ".*" declined it: so it says/],
  ] as const)('answer permission requests where no one else does: %s', async (behavior, allowed, content) => {
    const place = makePlace();
    const decision = { behavior, message: 'so it says' };
    const said = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
    const PermissionRequest = [{ matcher: 'Bash', hooks: [{ type: 'command', command: `echo '${said}'` }] }];
    write(place.home, 'settings.json', { hooks: { PermissionRequest } });
    const { stdout } = await run(place, bash('touch made'));
    expect(existsSync(join(place.cwd, 'made'))).toBe(allowed);
    expect(textField(linesOf(stdout, 'tool_result')[0], 'content')).toMatch(content);
  });

  it('an untrusted repository runs nothing, and that is said; a trusted one does', async () => {
    const place = makePlace();
    write(place.cwd, 'settings.json', { hooks: hook('echo no >&2; exit 2') });
    const first = await run(place, bash('touch made'), ...BYPASS);
    expect(existsSync(join(place.cwd, 'made'))).toBe(true);
    expect(first.stderr).toMatch(
      /project\/\.claude\/settings\.json:\d+:\d+: The hooks of this file do not run/,
    );
    await runCli(['rules', 'trust', '--cwd', place.cwd], '', { env: { HOME: place.home } });
    const second = await run(place, bash('touch more'), ...BYPASS);
    expect(existsSync(join(place.cwd, 'more'))).toBe(false);
    expect(second.stderr).not.toMatch(/do not run/);
  });

  it('count in settings that are given on the command line', async () => {
    const place = makePlace();
    const { stdout } = await run(
      place,
      bash('touch made'),
      ...BYPASS,
      '--settings',
      JSON.stringify({ hooks: hook('exit 2') }),
    );
    expect(textField(linesOf(stdout, 'tool_result')[0], 'content')).toMatch(/it gave no reason/);
  });

  it("with a rule run for the commands that the rule is about, and for those that can't be read", async () => {
    const place = makePlace();
    write(place.home, 'settings.json', { hooks: hook('echo stop >&2; exit 2', { if: 'Bash(touch *)' }) });
    const commands = [
      'touch a',
      'FOO=1 touch a',
      'echo $(touch a)',
      'true && touch a',
      'echo touch',
      'eval "$X"',
    ];
    const { stdout } = await run(
      place,
      commands.map((command, index) => bash(command, `c${index}`)).join(''),
      ...BYPASS,
    );
    const blocked = linesOf(stdout, 'tool_result').map((line) =>
      textField(line, 'content').includes('blocked this call'),
    );
    expect(blocked).toEqual([true, true, true, true, false, true]);
  });

  it('whose daemons do not hold the program', async () => {
    const place = makePlace();
    write(place.home, 'settings.json', { hooks: hook('sleep 1000 & exit 0') });
    expect((await run(place, bash('true'), ...BYPASS)).status).toBe(0);
  });
});

it('a hook that wants the run to stop ends it after its message, with what for and a status that says so', async () => {
  const place = makePlace();
  write(place.home, 'settings.json', {
    hooks: {
      PostToolUse: [
        {
          hooks: [{ type: 'command', command: `echo '{"continue":false,"stopReason":"enough for today"}'` }],
        },
      ],
    },
  });
  const calls = bash('touch one', 'a') + bash('touch two', 'b') + MESSAGE_STOP + bash('touch three', 'c');
  const { stdout, stderr, status } = await run(place, calls, ...BYPASS);
  expect(['one', 'two', 'three'].map((name) => existsSync(join(place.cwd, name)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(linesOf(stdout, 'user')[0]).toMatchObject({ stop: { reason: 'enough for today' } });
  expect(stderr).toContain('a hook ended the run: enough for today. Calls after that message were not run.');
  expect(status).toBe(1);
});

describe('reliability 66: what a hook forbids of an edit is not done', () => {
  it.each([
    ['exit code 2', 'echo not here >&2; exit 2'],
    ['its JSON', says('deny')],
    ['the older JSON', `echo '{"decision":"block","reason":"not here"}'`],
  ])('%s', async (_, command) => {
    const place = makePlace();
    const guard = { matcher: 'Edit|Write', hooks: [{ type: 'command', command }] };
    write(place.home, 'settings.json', { hooks: { PreToolUse: [guard] } });
    const file_path = join(place.cwd, 'file');
    writeFileSync(file_path, 'a\n');
    const calls =
      toolUse('r', 'Read', { file_path }) +
      MESSAGE_STOP +
      toolUse('e', 'Edit', { file_path, old_string: 'a', new_string: 'b' }) +
      toolUse('w', 'Write', { file_path, content: 'c\n' });
    const { stdout } = await run(place, calls, ...BYPASS);
    expect(linesOf(stdout, 'tool_result').map((line) => line['is_error'])).toEqual([false, true, true]);
    expect(readFileSync(file_path, 'utf8')).toBe('a\n');
  });
});

describe('reliability 75: a hook that formats what was written', () => {
  it.each([
    ['leaves it as it is, with another time', 'touch -d @0 "$CLAUDE_PROJECT_DIR/file"', 'a  b', true],
    [
      'changes it: what the model knows of it still fits',
      `sed -i 's/  / /' "$CLAUDE_PROJECT_DIR/file"`,
      'a b',
      true,
    ],
    [
      'changes it: what the model knows of it fits no more',
      `sed -i 's/  / /' "$CLAUDE_PROJECT_DIR/file"`,
      'a  b',
      false,
    ],
  ])('%s', async (_, command, old, fits) => {
    const place = makePlace();
    const PostToolUse = [{ matcher: 'Write', hooks: [{ type: 'command', command }] }];
    write(place.home, 'settings.json', { hooks: { PostToolUse } });
    const file_path = join(place.cwd, 'file');
    const calls =
      toolUse('w', 'Write', { file_path, content: 'a  b\n' }) +
      MESSAGE_STOP +
      toolUse('e', 'Edit', { file_path, old_string: old, new_string: 'c' });
    const { stdout } = await run(place, calls, ...BYPASS);
    expect(linesOf(stdout, 'tool_result').map((line) => line['is_error'])).toEqual([false, !fits]);
    expect(readFileSync(file_path, 'utf8')).toBe(fits ? 'c\n' : 'a b\n');
  });
});

it('with --progress the lines of hooks say which ran about which call, for how long, and what it said', async () => {
  const place = makePlace();
  write(place.home, 'settings.json', { hooks: hook(says('allow'), { statusMessage: 'Looking' }) });
  const { stdout } = await run(place, bash('true'), '--progress');
  expect(linesOf(stdout, 'hook-started')).toMatchObject([
    {
      event: 'PreToolUse',
      tool_use_id: 'a',
      name: 'Bash',
      status_message: 'Looking',
      time_ms: expect.any(Number),
    },
  ]);
  expect(linesOf(stdout, 'hook-ended')).toMatchObject([
    {
      place: expect.stringMatching(/settings\.json:\d+$/),
      outcome: 'ok',
      duration_ms: expect.any(Number),
      said: { decision: 'allow', reason: 'so it says' },
    },
  ]);
});
