import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLines, runCli, textField, toolUse } from '../exec/support/cli.ts';
import { createSettingsPlace } from './place.ts';

it.each([['--help'], ['show', '-h'], ['path', '--help']])('%s %s prints help', async (...args) => {
  const { status, stdout, stderr } = await createSettingsPlace().run(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: sluice settings show');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

describe('wrong usage is exit status 2, said on standard error with how to do it right', () => {
  it.each([
    [[], 'sluice settings: pass a command: show, path'],
    [['shw'], 'sluice settings: unknown command "shw"; did you mean show?'],
    [['check'], 'sluice settings: run sluice rules check to check settings files for problems'],
    [
      ['show', 'modell'],
      'sluice settings show: "modell" is not a known key, and no file sets it; did you mean model?',
    ],
    [['show', '--orign'], 'sluice settings show: unknown option --orign; did you mean --origin?'],
    [['show', '--cwd', '/nowhere'], 'sluice settings show: --cwd /nowhere: not a directory'],
    [['path', 'x'], 'sluice settings path: it takes no arguments; got "x"'],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await createSettingsPlace().run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(message);
    expect(stderr).toContain('Usage: sluice settings');
  });
});

describe('sluice settings show', () => {
  it('prints what counts, for keys that a file sets', async () => {
    const place = createSettingsPlace();
    place.write('project/.claude/settings.json', {
      env: { PATH: '/evil', CI: '1' },
      permissions: { allow: ['Bash'], deny: ['Read(.env)'] },
      fileSuggestion: {},
    });
    place.write('home/.sluice/settings.json', {
      permissions: { deny: ['Bash(rm *)'], defaultMode: 'plan' },
      nobodyKnowsThis: [1],
    });
    expect(await place.run('show')).toEqual({
      status: 0,
      stdout: [
        'permissions.deny         ["Read(.env)", "Bash(rm *)"]',
        `permissions.allow        -  (not used: the directory ${place.cwd} is not trusted)`,
        'permissions.defaultMode  "plan" *',
        `env                      {"CI": "1"} *  (1 of 2 not used: the directory ${place.cwd} is not trusted)`,
        `fileSuggestion           -  (no effect in Sluice; not used: the directory ${place.cwd} is not trusted)`,
        'nobodyKnowsThis          [1]  (unknown key: no effect)',
        '* read when a session starts',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('says where each entry stands, and what it overrides', async () => {
    const place = createSettingsPlace();
    const given = place.write('project/given.json', '{"outputStyle": "a",\n"env": {"A": "1"}}');
    const user = place.write(
      'home/.sluice/settings.json',
      '{"outputStyle": "b", "env": {\n"A": "2",\n"B": 3}, "sandbox": {"enabled": 1}}',
    );
    const { stdout, stderr, status } = await place.run(
      'show',
      '--origin',
      '--settings',
      'given.json',
      'outputStyle',
      'env',
      'sandbox.enabled',
    );
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'sluice settings show: problems in settings files: 1; run sluice rules check\n',
    });
    expect(stdout.split('\n').map((line) => line.replace(/ {2}\(no effect.*$/, ''))).toEqual([
      'outputStyle      "a" *',
      `    cli      ${given}:1  "a"`,
      `    user     ${user}:1  "b"  overridden`,
      'env              {"A": "1", "B": 3} *',
      `    cli      ${given}:2  A: "1"`,
      `    user     ${user}:2  A: "2"  overridden`,
      `    user     ${user}:3  B: 3`,
      'sandbox.enabled  true *',
      `    user     ${user}:3  1  "sandbox.enabled" must be true or false; got 1. Until this is fixed, it is treated as true.`,
      '* read when a session starts',
      '',
    ]);
  });

  it('shows defaults of what it is asked for, and a group with all in it', async () => {
    const { stdout } = await createSettingsPlace().run('show', 'cleanupPeriodDays', 'sandbox.network');
    expect(stdout.split('\n')[0]).toMatch(/^cleanupPeriodDays +30 \* {2}\(default\)$/);
    expect(stdout).toMatch(/^sandbox\.network\.allowedDomains +- /m);
    expect(stdout.match(/^sandbox\./gm)?.length).toBe(11);
  });

  it('prints the same as JSON', async () => {
    const place = createSettingsPlace();
    const file = place.write('home/.sluice/settings.json', { outputStyle: 'b' });
    const { stdout } = await place.run('show', '--json');
    expect(JSON.parse(stdout)).toEqual({
      settings: [
        {
          key: 'outputStyle',
          value: 'b',
          default: false,
          known: true,
          note: 'read when a session starts',
          origins: [{ source: 'user', file, line: 2, column: 3, at: [], value: 'b', status: 'counts' }],
        },
      ],
    });
  });

  it('says so where no one sets anything', async () => {
    expect(await createSettingsPlace().run('show')).toEqual({
      status: 0,
      stdout: 'no file sets anything\n',
      stderr: '',
    });
  });

  it('keeps what would play with the terminal out of its lines', async () => {
    const place = createSettingsPlace();
    place.write('home/.sluice/settings.json', {
      '\u001b[2Jx\n': '\u001b]0;x\u0007\u202e',
      env: { 'A\u001b': 'x' },
    });
    const { stdout } = await place.run('show', '--origin');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(stdout.trimEnd().split('\n')).toHaveLength(5);
  });
});

describe('a file that can’t be used is exit status 1, and the rest is shown', () => {
  it.each<[string, (path: string) => void]>([
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a sparse gigabyte', (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 30))],
    ['a directory', (path) => mkdirSync(path)],
    ['truncated', (path) => writeFileSync(path, '{"model"')],
  ])('%s', async (_, make) => {
    const place = createSettingsPlace();
    place.write('home/.claude/settings.json', { outputStyle: 'b' });
    const path = join(place.home, '.sluice', 'settings.json');
    mkdirSync(join(place.home, '.sluice'));
    make(path);
    const shown = await place.run('show');
    expect(shown).toMatchObject({ status: 1, stdout: 'outputStyle  "b" *\n* read when a session starts\n' });
    expect(shown.stderr).toContain(`sluice settings show: ${path}`);
    const listed = await place.run('path');
    expect(listed.status).toBe(1);
    expect(listed.stdout).toContain(`user     unusable  ${path}\nuser     read      `);
  });

  it('but 10,000 levels are no reason', async () => {
    const place = createSettingsPlace();
    place.write('home/.sluice/settings.json', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`);
    for (const more of [[], ['--json'], ['--origin']]) {
      expect(await place.run('show', ...more)).toMatchObject({ status: 0, stderr: '' });
    }
  });
});

describe('sluice settings path', () => {
  it('lists the files that are looked for, the highest first, and which are there', async () => {
    const place = createSettingsPlace();
    const project = place.write('project/.claude/settings.json', {});
    const user = place.write('home/.sluice/settings.json', {});
    const { stdout, status } = await place.run('path', '--settings', '{"model":"x"}');
    expect(status).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('managed'));
    expect(lines).toEqual([
      'cli      read      command line',
      `local    -         ${place.cwd}/.sluice/settings.local.json`,
      `local    -         ${place.cwd}/.claude/settings.local.json`,
      `project  -         ${place.cwd}/.sluice/settings.json`,
      `project  read      ${project}  not trusted: what it would allow or run has no effect`,
      `user     read      ${user}`,
      `user     -         ${place.home}/.claude/settings.json`,
    ]);
    const { files } = JSON.parse((await place.run('path', '--json')).stdout);
    expect(files.at(-1)).toEqual({
      source: 'user',
      file: `${place.home}/.claude/settings.json`,
      status: 'absent',
    });
  });
});

describe('variables of the settings reach commands', () => {
  it('as far as their files are trusted, and the rest is told', async () => {
    const place = createSettingsPlace();
    const file = place.write('project/.claude/settings.json', { env: { LD_PRELOAD: 'evil', NO_COLOR: '1' } });
    place.write('home/.sluice/settings.json', { env: { GREETING: 'hello', NO_COLOR: '0' } });
    const { stdout, stderr } = await runCli(
      ['exec', '--permission-mode', 'bypassPermissions'],
      toolUse('a', 'Bash', { command: 'echo "$GREETING/$NO_COLOR/${LD_PRELOAD-}"' }),
      { cwd: place.cwd, env: { HOME: place.home } },
    );
    const result = parseLines(stdout).find((line) => line['type'] === 'tool_result');
    expect(textField(result, 'content')).toContain('hello/1/');
    expect(stderr).toContain(`Not used: LD_PRELOAD under "env" in ${file}`);
  });
});
