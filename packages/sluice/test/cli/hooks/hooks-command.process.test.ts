import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { runCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

interface Place {
  readonly cwd: string;
  readonly home: string;
  write(directory: 'home' | 'project', name: string, settings: JsonObject): string;
  run(...args: readonly string[]): ReturnType<typeof runCli>;
}

function makePlace(): Place {
  const path = scratch();
  const [cwd, home] = [join(path, 'project'), join(path, 'home')];
  for (const directory of [cwd, home]) mkdirSync(join(directory, '.sluice'), { recursive: true });
  return {
    cwd,
    home,
    write(directory, name, settings) {
      const file = join(path, directory, '.sluice', name);
      writeFileSync(file, JSON.stringify(settings, undefined, 1));
      return file;
    },
    run: (...args) => runCli([...args, '--cwd', cwd], '', { env: { HOME: home } }),
  };
}

const command = (text: string, more: JsonObject = {}): JsonObject => ({
  type: 'command',
  command: text,
  ...more,
});
const bash = (...hooks: JsonObject[]): JsonObject => ({ PreToolUse: [{ matcher: 'Bash', hooks }] });
const json = (stdout: string): unknown => JSON.parse(stdout);

describe('sluice hooks list', () => {
  it('tells of every hook where it stands, what it takes, and whether and why it does not run', async () => {
    const place = makePlace();
    const user = place.write('home', 'settings.json', {
      hooks: {
        PreToolUse: [
          { matcher: 'Edit|Write', hooks: [command('check', { if: 'Edit(src/**)', timeout: 3 })] },
          { matcher: 'Edit|Write', hooks: [command('check', { if: 'Edit(src/**)', timeout: 3 })] },
          { hooks: [{ type: 'agent', prompt: 'look' }] },
          { matcher: 'Edit', hooks: [{ type: 'mcp_tool', server: 's', tool: 't' }] },
        ],
        PostToolUse: [{ matcher: 'Edit', hooks: [command('format'), command('log', { effects: 'none' })] }],
        Stop: [{ hooks: [command('done')] }],
        FileChanged: [
          { matcher: '.envrc|.env', hooks: [command('reload')] },
          { matcher: 'config/.env', hooks: [command('never')] },
        ],
        SubagentStop: [{ hooks: [command('helped')] }],
        TeammateIdle: [{ hooks: [command('idle')] }],
        SessionEnd: [{ matcher: 'logout', hooks: [command('gone')] }],
        SessionStart: [
          { matcher: 'clear', hooks: [command('cleared')] },
          { matcher: 'startup|clear', hooks: [command('begun')] },
        ],
      },
    });
    place.write('project', 'settings.json', { hooks: bash(command('evil')) });
    const { stdout, status } = await place.run('hooks', 'list', '--json');
    expect(status).toBe(0);
    expect(json(stdout)).toMatchObject({
      hooks: [
        {
          hook: 'check',
          runs: false,
          reason: expect.stringMatching(/the same hook at .*settings\.json:\d+ runs/),
        },
        {
          event: 'PreToolUse',
          type: 'command',
          hook: 'check',
          source: 'user',
          file: user,
          line: expect.any(Number),
          matcher: 'Edit|Write',
          if: 'Edit(src/**)',
          takes: ['Edit', 'Write'],
          timeout: 3,
          runs: true,
        },
        {
          event: 'PreToolUse',
          type: 'agent',
          hook: expect.stringContaining('look'),
          runs: true,
          firedBy: 'sluice -p',
        },
        { type: 'mcp_tool', hook: 's: t', runs: true, firedBy: 'every run' },
        { hook: 'format', effects: 'any', makesExclusive: true, runs: true },
        { hook: 'log', effects: 'none', makesExclusive: false, runs: true },
        { event: 'Stop', runs: true, firedBy: 'sluice -p' },
        { event: 'FileChanged', runs: true, firedBy: 'every run', takes: ['.envrc', '.env'] },
        { event: 'FileChanged', runs: false, reason: expect.stringMatching(/its matcher contains paths/) },
        { event: 'SubagentStop', runs: true, firedBy: 'sluice -p' },
        { event: 'TeammateIdle', runs: true, firedBy: 'every run' },
        { hook: 'gone', runs: false, reason: "Sluice doesn't fire SessionEnd for logout yet" },
        { hook: 'cleared', runs: true, firedBy: 'every run', takes: ['clear'] },
        { hook: 'begun', runs: true, firedBy: 'every run', takes: ['startup', 'clear'] },
        { hook: 'evil', source: 'project', runs: false, reason: expect.stringMatching(/not trusted/) },
      ],
    });
  });

  it.each([
    ['disableAllHooks', { disableAllHooks: true }, /"disableAllHooks" of .*settings\.json/],
    ['another event', {}, undefined],
  ])('says why none runs: %s', async (_, more, reason) => {
    const place = makePlace();
    place.write('home', 'settings.json', { ...more, hooks: bash(command('true')) });
    const { stdout } = await place.run('hooks', 'list', '--json', 'PreToolUse');
    const hook =
      reason === undefined ? { runs: true } : { runs: false, reason: expect.stringMatching(reason) };
    expect(json(stdout)).toMatchObject({ hooks: [hook] });
    const other = await place.run('hooks', 'list', 'Stop');
    expect(other.stdout).toBe('no hooks\n');
  });

  it.each([
    ['a tool that is not here', { matcher: 'EnterWorktree' }, /matches no available tool/],
    ['no regular expression', { matcher: 'Bash(' }, /not a valid regular expression/],
    ['a pattern for nothing', { matcher: 'Bush.*' }, /matches no available tool/],
    [
      'an "if" that can not be',
      { matcher: 'Edit', if: 'Bash(rm *)' },
      /about a tool that its matcher never matches/,
    ],
  ])('has no tick for %s', async (_, { matcher, ...more }, reason) => {
    const place = makePlace();
    place.write('home', 'settings.json', {
      hooks: { PreToolUse: [{ matcher, hooks: [command('true', more)] }] },
    });
    const { stdout } = await place.run('hooks', 'list');
    expect(stdout).toMatch(/^– PreToolUse/);
    expect(stdout).toMatch(reason);
  });

  it('shows a person which hooks make calls run alone, and how to mark them', async () => {
    const place = makePlace();
    place.write('home', 'settings.json', { hooks: { PostToolUse: [{ hooks: [command('format')] }] } });
    const { stdout } = await place.run('hooks', 'list');
    expect(stdout).toMatch(/✓ PostToolUse {2}format/);
    expect(stdout).toMatch(/calls with effects run alone/);
    expect(stdout).toMatch(/"effects": "none"/);
  });
});

describe('sluice hooks list and test', () => {
  it('show a command as it is written, what wakes the model, the file that is watched and the output that was sent', async () => {
    const place = makePlace();
    const quoted = `echo '{"continue":true}'`;
    place.write('home', 'settings.json', {
      hooks: {
        PostToolUse: [{ hooks: [command(quoted, { asyncRewake: true })] }],
        FileChanged: [{ matcher: '.env|.envrc', hooks: [command('true')] }],
      },
    });
    const [list, changed, after] = await Promise.all([
      place.run('hooks', 'list'),
      place.run('hooks', 'test', 'FileChanged', '--json'),
      place.run('hooks', 'test', 'PostToolUse', '--output', '{"a":1}'),
    ]);
    expect(list.stdout).toContain(quoted);
    expect(list.stdout).toContain('in the background, may wake the model');
    expect(json(changed.stdout)).toMatchObject({
      told: { file_path: join(place.cwd, '.env'), event: 'change' },
      runs: [{ hook: 'true' }],
      passed_over: [],
    });
    expect(after.stdout).toContain('"tool_response":{"a":1}');
    expect(after.stdout).toContain(quoted);
  });
});

describe('sluice hooks test', () => {
  it('shows exactly what each hook said, what was made of it, and what it came to', async () => {
    const place = makePlace();
    place.write('home', 'settings.json', {
      hooks: bash(
        command('cat >/dev/null; echo no pushes >&2; exit 2', { if: 'Bash(git push *)' }),
        command(`echo '{"permissionDecision":"deny"}'`),
        command('true', { if: 'Bash(npm *)' }),
        command('sleep 60', { timeout: 0.2 }),
      ),
    });
    const { stdout, status } = await place.run(
      'hooks',
      'test',
      'PreToolUse',
      '--input',
      'git push',
      '--json',
    );
    expect(status).toBe(1);
    expect(json(stdout)).toMatchObject({
      event: 'PreToolUse',
      told: { tool_name: 'Bash', tool_input: { command: 'git push' } },
      runs: [
        {
          ended: 'exit code 2',
          meaning: 'blocked',
          reason: 'no pushes',
          stderr: 'no pushes\n',
          problems: [],
        },
        {
          ended: 'exit code 0',
          meaning: 'answered',
          stdout: '{"permissionDecision":"deny"}\n',
          problems: [expect.stringMatching(/"permissionDecision" has no effect at the top level/)],
        },
        { ended: 'timed out (0.2 s)', meaning: 'timed-out' },
      ],
      passed_over: [{ hook: 'true', reason: 'its matcher "Bash" or its "if" "Bash(npm *)" does not match' }],
      together: { decision: 'deny', reason: 'no pushes' },
    });
  });

  const ROWS: [event: string, args: readonly string[], script: string, together: JsonObject][] = [
    [
      'PostToolUse',
      ['--output', '{"a":1}'],
      'grep -q \'"tool_response":{"a":1}\' && echo seen >&2; exit 2',
      { additionalContext: [expect.stringMatching(/objects: seen/)] },
    ],
    [
      'PostToolUseFailure',
      ['--output', 'Exit code 3'],
      'grep -q "Exit code 3" && echo seen >&2; exit 2',
      { additionalContext: [expect.stringMatching(/objects: seen/)] },
    ],
    ['PostToolBatch', [], 'grep -q made-up-call && echo enough >&2; exit 2', { stop: { reason: 'enough' } }],
    [
      'PermissionDenied',
      [],
      `echo '{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}'`,
      { retry: true },
    ],
    [
      'PermissionRequest',
      [],
      `echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}'`,
      { behavior: 'deny', feedback: 'no' },
    ],
    [
      'SessionStart',
      ['--input', '{"source":"resume"}'],
      'grep -q \'"source":"resume"\' && echo hello',
      { additionalContext: ['hello'] },
    ],
    ['Stop', [], 'echo go on >&2; exit 2', { block: { reason: 'go on' } }],
    ['UserPromptSubmit', [], 'echo more', { additionalContext: ['more'] }],
  ];
  it.each(ROWS)('runs the hooks of %s', async (event, args, script, together) => {
    const place = makePlace();
    place.write('home', 'settings.json', { hooks: { [event]: [{ hooks: [command(script)] }] } });
    const { stdout, stderr } = await place.run('hooks', 'test', event, ...args, '--json');
    expect(stderr).toBe('');
    expect(json(stdout)).toMatchObject({ together });
  });

  it('reads an input from a file, and takes a tool of a server', async () => {
    const place = makePlace();
    const input = place.write('home', 'input.json', { key: 'value' });
    place.write('home', 'settings.json', {
      hooks: { PreToolUse: [{ matcher: 'mcp__.*', hooks: [command('grep -q value && exit 2')] }] },
    });
    const { stdout } = await place.run(
      'hooks',
      'test',
      'PreToolUse',
      '--tool',
      'mcp__a__b',
      '--input',
      `@${input}`,
      '--json',
    );
    expect(json(stdout)).toMatchObject({ together: { decision: 'deny' } });
  });

  it('waits for a hook in the background, and shows what the model would be told later', async () => {
    const place = makePlace();
    place.write('home', 'settings.json', {
      hooks: bash(command('sleep 0.2; echo look out >&2; exit 2', { asyncRewake: true })),
    });
    const { stdout } = await place.run('hooks', 'test', 'PreToolUse', '--json');
    expect(json(stdout)).toMatchObject({
      runs: [{ ended: 'exit code 2' }],
      for_the_model_later: [expect.stringMatching(/says: look out/)],
    });
  });

  it('shows what a hook leaves for commands, and what it says to a terminal and to a classifier', async () => {
    const place = makePlace();
    const says = {
      terminalSequence: '\u001b]0;done\u0007',
      hookSpecificOutput: { hookEventName: 'PostToolUse', classifierContext: 'it held a token' },
    };
    place.write('home', 'settings.json', {
      hooks: {
        SessionStart: [{ hooks: [command(`echo 'export A=1' >> "$CLAUDE_ENV_FILE"`)] }],
        PostToolUse: [{ hooks: [command(`echo '${JSON.stringify(says)}'`)] }],
      },
    });
    const start = await place.run('hooks', 'test', 'SessionStart');
    expect(start.stdout).toMatch(/commands start with \| export A=1/);
    const after = await place.run('hooks', 'test', 'PostToolUse', '--json');
    expect(json(after.stdout)).toMatchObject({
      runs: [{ answer: { terminalSequence: says.terminalSequence, classifierContext: 'it held a token' } }],
      together: { classifierContext: ['it held a token'] },
      for_commands: '',
    });
  });

  it('runs nothing of a directory that is not trusted', async () => {
    const place = makePlace();
    place.write('project', 'settings.local.json', { hooks: bash(command('exit 2')) });
    const { stdout, status } = await place.run('hooks', 'test', 'PreToolUse');
    expect(status).toBe(0);
    expect(stdout).toMatch(/no hook ran/);
    expect(stdout).toMatch(/not run: the directory is not trusted/);
  });

  const WRONG: [args: readonly string[], message: RegExp][] = [
    [['lst'], /did you mean list\?/],
    [['check'], /sluice rules check/],
    [['test'], /pass an event/],
    [['test', 'PreTooluse'], /no hook event "PreTooluse"; did you mean PreToolUse\?/],
    [['test', 'PreToolUse', 'git push'], /pass input with --input/],
    [['test', 'PreToolUse', '--tool', 'Bsh'], /no tool "Bsh"; did you mean Bash/],
    [['test', 'PreToolUse', '--input', '{"a":'], /--input: the input is not JSON/],
    [['test', 'PreToolUse', '--input', '@/nowhere'], /--input @\/nowhere: ENOENT/],
    [['test', 'Stop', '--tool', 'Bash'], /Stop is not about a tool/],
    [['test', 'Stop', '--input', '[]'], /not a JSON object/],
    [['list', 'Nothing'], /no hook event "Nothing"; the events are/],
  ];
  it.each(WRONG)('%j is wrong usage', async (args, message) => {
    const { stderr, status } = await makePlace().run('hooks', ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

it('sluice rules check tells of near misses in hooks, with file and line', async () => {
  const place = makePlace();
  const file = place.write('home', 'settings.json', {
    hooks: { PreToolUse: [{ matcher: 'bash', hooks: [command('a')] }] },
  });
  place.write('project', 'settings.json', { hooks: bash(command('not trusted, and right')) });
  const { stdout, status } = await place.run('rules', 'check');
  expect(status).toBe(1);
  expect(stdout).toMatch(/settings\.json:5:\d+: The matcher "bash".*did you mean Bash\?\n1 problem /);
  expect(stdout).toContain(file);
});
