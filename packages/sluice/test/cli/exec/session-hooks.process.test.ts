import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { readJournal } from '@sluice/host';
import {
  BYPASS,
  ended,
  linesOf,
  MESSAGE_STOP,
  runCli,
  startCli,
  toolUse,
  type CliOptions,
} from './support/cli.ts';
import { linesFrom } from './support/lines.ts';
import { scratch } from './support/scratch.ts';
import { runInTerminal } from './support/terminal.ts';
import { until } from './support/until.ts';

interface Place {
  readonly path: string;
  readonly cwd: string;
  readonly options: CliOptions;
  settings(value: JsonObject): void;
  /** What a hook wrote. */
  seen(name: string): unknown;
}

function makePlace(): Place {
  const path = scratch();
  const [cwd, home] = [join(path, 'project'), join(path, 'home')];
  for (const directory of [cwd, join(home, '.sluice')]) mkdirSync(directory, { recursive: true });
  return {
    path,
    cwd,
    options: { env: { HOME: home } },
    settings: (value) => writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify(value)),
    seen: (name) => JSON.parse(readFileSync(join(path, name), 'utf8')),
  };
}

const hooks = (event: string, ...commands: (string | JsonObject)[]): JsonObject => ({
  [event]: [
    {
      hooks: commands.map((command) =>
        typeof command === 'string' ? { type: 'command', command } : { type: 'command', ...command },
      ),
    },
  ],
});
const bash = (command: string, id = 'a'): string => toolUse(id, 'Bash', { command });

describe('a session begins', () => {
  it('its hooks tell the model something with the first results, once', async () => {
    const place = makePlace();
    place.settings({
      hooks: hooks('SessionStart', `cat > ${place.path}/seen; echo today is Monday`, 'echo and it rains'),
    });
    const calls = bash('true', 'a') + MESSAGE_STOP + bash('true', 'b') + MESSAGE_STOP;
    const { stdout } = await runCli(['exec', '--cwd', place.cwd, ...BYPASS], calls, place.options);
    const [first, second] = linesOf(stdout, 'user').map((line) => JSON.stringify(line));
    expect(first).toMatch(/today is Monday.*and it rains/);
    expect(second).not.toMatch(/Monday/);
    expect(place.seen('seen')).toMatchObject({
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: place.cwd,
      permission_mode: 'bypassPermissions',
    });
  });

  it('reliability 71: a session that goes on says so, with the path of its own journal, and the journal holds what hooks did', async () => {
    const place = makePlace();
    place.settings({ hooks: hooks('SessionStart', `cat > ${place.path}/seen; echo hello`) });
    const session = join(place.path, 'session');
    const run = (...more: string[]) =>
      runCli(
        ['exec', '--cwd', place.cwd, '--session-dir', session, ...more, ...BYPASS],
        bash('true') + MESSAGE_STOP,
        place.options,
      );
    await run();
    await run('--resume');
    expect(place.seen('seen')).toMatchObject({
      source: 'resume',
      session_id: 'session',
      transcript_path: join(session, 'journal.jsonl'),
    });
    const { entries } = await readJournal(session);
    const told = entries.filter((entry) => entry.type === 'hook');
    expect(told).toMatchObject([
      { event: 'SessionStart', outcome: 'ok', place: expect.stringMatching(/settings\.json:1$/) },
      { event: 'SessionStart', outcome: 'ok' },
    ]);
  });

  it('a hook that wants no session has its way, and nothing runs', async () => {
    const place = makePlace();
    place.settings({
      hooks: hooks('SessionStart', `echo '{"continue":false,"stopReason":"the disk is full"}'`),
    });
    const { status, stderr, stdout } = await runCli(
      ['exec', '--cwd', place.cwd, ...BYPASS],
      bash('touch made') + MESSAGE_STOP,
      place.options,
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/A hook refused to start the session: the disk is full/);
    expect(existsSync(join(place.cwd, 'made'))).toBe(false);
  });

  it('exit code 2 blocks nothing: what it writes is for the person', async () => {
    const place = makePlace();
    place.settings({ hooks: hooks('SessionStart', 'echo look out >&2; exit 2') });
    const { stderr, stdout } = await runCli(
      ['exec', '--cwd', place.cwd, ...BYPASS],
      bash('echo ran') + MESSAGE_STOP,
      place.options,
    );
    expect(stderr).toMatch(/SessionStart hook.*: look out/);
    expect(stdout).toMatch(/ran/);
  });
});

describe('things are made ready', () => {
  const log = (place: Place): string => `{ cat; echo; } >> ${place.path}/log`;
  const logged = (place: Place): object[] =>
    readFileSync(join(place.path, 'log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): object => JSON.parse(line));
  const setup = (trigger: string): object => ({ hook_event_name: 'Setup', trigger });
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const end = { hook_event_name: 'SessionEnd', reason: 'other' };
  const ROWS: [args: string[], logged: object[], stdout: RegExp][] = [
    [['--init'], [setup('init'), start, end], /ran/],
    [['--maintenance'], [setup('maintenance'), start, end], /ran/],
    [['--init-only'], [setup('init'), start, end], /"calls":0/],
    [[], [start, end], /ran/],
  ];
  it.each(ROWS)('%j', async (args, expected, output) => {
    const place = makePlace();
    const all = log(place);
    place.settings({
      hooks: { ...hooks('Setup', all), ...hooks('SessionStart', all), ...hooks('SessionEnd', all) },
    });
    const { status, stdout } = await runCli(
      ['exec', '--cwd', place.cwd, ...args, ...BYPASS],
      bash('echo ran') + MESSAGE_STOP,
      place.options,
    );
    expect(status).toBe(0);
    expect(logged(place)).toMatchObject(expected);
    expect(stdout).toMatch(output);
  });

  it('what a hook says of it goes to the model, and one that wants no session has its way', async () => {
    const place = makePlace();
    const says = { hookSpecificOutput: { hookEventName: 'Setup', additionalContext: 'all is ready' } };
    place.settings({ hooks: hooks('Setup', `echo '${JSON.stringify(says)}'`) });
    const run = (...args: string[]) =>
      runCli(['exec', '--cwd', place.cwd, ...args, ...BYPASS], bash('true') + MESSAGE_STOP, place.options);
    expect(JSON.stringify(linesOf((await run('--init')).stdout, 'user'))).toMatch(/all is ready/);
    place.settings({ hooks: hooks('Setup', `echo '{"continue":false,"stopReason":"no network"}'`) });
    const refused = await run('--init-only');
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/A hook refused to start the session: no network/);
  });
});

describe('what a hook says to the terminal', () => {
  const titled = JSON.stringify({ terminalSequence: '\u001b]2;from a hook\u0007' });
  const make = (): Place => {
    const place = makePlace();
    place.settings({ hooks: hooks('PreToolUse', `echo '${titled}'`) });
    return place;
  };

  it('reaches one', async () => {
    const place = make();
    const input = join(place.path, 'calls.jsonl');
    writeFileSync(input, bash('true'));
    const env = { HOME: join(place.path, 'home') };
    const { title } = await runInTerminal(
      place.path,
      80,
      ['exec', '--cwd', place.cwd, ...BYPASS, input],
      env,
    );
    expect(title).toBe('from a hook');
  });

  it.each(['text', 'jsonl'])('does not reach anything else: %s', async (format) => {
    const place = make();
    const args = ['exec', '--cwd', place.cwd, '--progress', '--output-format', format, ...BYPASS];
    const { stdout, stderr } = await runCli(args, bash('true') + MESSAGE_STOP, place.options);
    expect(stdout + stderr).not.toContain('\u001b]');
    if (format !== 'jsonl') return;
    expect(linesOf(stdout, 'hook-ended')[0]).toMatchObject({
      terminal_sequence: '\u001b]2;from a hook\u0007',
    });
  });
});

it('a dry run runs no hook', async () => {
  const place = makePlace();
  const write = `touch ${place.path}/seen`;
  place.settings({
    hooks: { ...hooks('SessionStart', write), ...hooks('SessionEnd', write), ...hooks('PreToolUse', write) },
  });
  const { status } = await runCli(
    ['exec', '--cwd', place.cwd, '--dry-run'],
    bash('true') + MESSAGE_STOP,
    place.options,
  );
  expect(status).toBe(0);
  expect(existsSync(join(place.path, 'seen'))).toBe(false);
});

describe('a session ends', () => {
  it('its hooks are told, and one that hangs does not hold it up', async () => {
    const place = makePlace();
    place.settings({
      hooks: hooks('SessionEnd', `cat > ${place.path}/seen`, `sleep 60; touch ${place.path}/late`),
    });
    const { status } = await runCli(
      ['exec', '--cwd', place.cwd, ...BYPASS],
      bash('true') + MESSAGE_STOP,
      place.options,
    );
    expect(status).toBe(0);
    expect(place.seen('seen')).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other' });
    expect(existsSync(join(place.path, 'late'))).toBe(false);
  });

  it('by SIGTERM as well', async () => {
    const place = makePlace();
    place.settings({ hooks: hooks('SessionEnd', `cat > ${place.path}/seen`) });
    const cli = startCli(['exec', '--cwd', place.cwd, ...BYPASS, '--progress'], place.options);
    const rest = ended(cli);
    cli.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('call-executing')) cli.kill('SIGTERM');
    });
    cli.stdin.write(bash('sleep 60') + MESSAGE_STOP);
    await rest;
    expect(place.seen('seen')).toMatchObject({ hook_event_name: 'SessionEnd' });
  });
});

it('another current directory is told', async () => {
  const place = makePlace();
  mkdirSync(join(place.cwd, 'sub'));
  place.settings({ hooks: hooks('CwdChanged', `cat > ${place.path}/seen`) });
  const wait = `while [ ! -s ${place.path}/seen ]; do sleep 0.01; done`;
  await runCli(
    ['exec', '--cwd', place.cwd, ...BYPASS],
    bash('cd sub', 'a') + MESSAGE_STOP + bash(wait, 'b') + MESSAGE_STOP,
    place.options,
  );
  expect(place.seen('seen')).toMatchObject({ old_cwd: place.cwd, new_cwd: join(place.cwd, 'sub') });
});

it('another current directory may end the loop: what was to come after it is not done', async () => {
  const place = makePlace();
  mkdirSync(join(place.cwd, 'sub'));
  const stop = JSON.stringify({ continue: false, stopReason: 'stay at home' });
  place.settings({ hooks: hooks('CwdChanged', `echo '${stop}'`) });
  const { stdout } = await runCli(
    ['exec', '--cwd', place.cwd, ...BYPASS],
    bash('cd sub', 'a') + MESSAGE_STOP + bash(`touch ${place.path}/done`, 'b') + MESSAGE_STOP,
    place.options,
  );
  expect(stdout).toContain('stay at home');
  expect(existsSync(join(place.path, 'done'))).toBe(false);
});

it('a person who is asked: hooks of Notification are told', async () => {
  const place = makePlace();
  const file = join(place.path, 'seen');
  place.settings({
    hooks: {
      Notification: [
        {
          matcher: 'permission_prompt',
          hooks: [{ type: 'command', command: `cat > ${file}.tmp; mv ${file}.tmp ${file}` }],
        },
      ],
    },
  });
  const cli = startCli(['exec', '--cwd', place.cwd, '--permission-prompts', 'stdio'], place.options);
  const answer = { type: 'permission_response', tool_use_id: 'a', behavior: 'allow' };
  cli.stdout.on('data', (chunk: Buffer) => {
    if (!chunk.includes('permission_request')) return;
    cli.stdin.write(`${JSON.stringify(answer)}\n`);
  });
  const rest = ended(cli);
  cli.stdin.write(bash(`touch made; while [ ! -e ${file} ]; do sleep 0.01; done`) + MESSAGE_STOP);
  await until(() => existsSync(file) || undefined);
  cli.stdin.end();
  await rest;
  expect(place.seen('seen')).toMatchObject({
    notification_type: 'permission_prompt',
    message: expect.stringMatching(/Permission is needed to use Bash/),
  });
});

describe('settings that change while a session runs', () => {
  it('reliability 69: bring their hooks along, and take them away', async () => {
    const place = makePlace();
    const deny = hooks('PreToolUse', 'exit 2');
    place.settings({});
    const talk = openTalk(place);
    expect(await talk.call()).toBe(false);
    place.settings({ hooks: deny });
    expect(await soon(talk, true)).toBe(true);
    place.settings({});
    expect(await soon(talk, false)).toBe(true);
    await talk.close();
  });

  it('trust counts at once: the hooks of the directory run from then on', async () => {
    const place = makePlace();
    mkdirSync(join(place.cwd, '.sluice'));
    const settings = JSON.stringify({ hooks: hooks('PreToolUse', 'exit 2') });
    writeFileSync(join(place.cwd, '.sluice/settings.json'), settings);
    const talk = openTalk(place);
    expect(await talk.call()).toBe(false);
    await runCli(['rules', 'trust', place.cwd], '', place.options);
    expect(await soon(talk, true)).toBe(true);
    await talk.close();
  });

  it('do not change where a hook of ConfigChange refuses it', async () => {
    const place = makePlace();
    const guard = hooks('ConfigChange', `cat > ${place.path}/seen; echo not now >&2; exit 2`);
    place.settings({ hooks: guard });
    const talk = openTalk(place);
    expect(await talk.call()).toBe(false);
    place.settings({ hooks: { ...guard, ...hooks('PreToolUse', 'exit 2') } });
    await until(() => talk.stderr().includes('was rejected by the hook') || undefined);
    expect(await talk.call()).toBe(false);
    expect(talk.stderr()).toMatch(/settings\.json was rejected by the hook ".*": not now/);
    expect(place.seen('seen')).toMatchObject({
      source: 'user_settings',
      file_path: expect.stringMatching(/home\/\.sluice\/settings\.json$/),
    });
    await talk.close();
  });
});

interface Talk {
  /** Makes a call; whether a hook has blocked it. */
  call(): Promise<boolean>;
  stderr(): string;
  close(): Promise<void>;
}

/** More calls than are made while a watch looks once. */
const MOST_CALLS = 3000;

/** Makes calls until a hook blocks one, or none does any more. */
async function soon(talk: Talk, isBlocked: boolean): Promise<boolean> {
  for (let count = 0; count < MOST_CALLS; count += 1) if ((await talk.call()) === isBlocked) return true;
  return false;
}

function openTalk({ cwd, options }: Place): Talk {
  const cli = startCli(['exec', '--cwd', cwd, ...BYPASS], options);
  const lines = linesFrom(cli);
  let errors = '';
  let count = 0;
  cli.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    async call() {
      count += 1;
      cli.stdin.write(bash('true', `call-${count}`) + MESSAGE_STOP);
      return (await lines.next('tool_result'))['is_error'] === true;
    },
    stderr: () => errors,
    async close() {
      cli.stdin.end();
      await lines.next('summary');
    },
  };
}

describe('hooks in the background', () => {
  it('have all run when the session is over', async () => {
    const place = makePlace();
    const log = (word: string): JsonObject => ({
      command: `sleep 0.2; echo ${word} >> ${place.path}/log`,
      async: true,
    });
    place.settings({
      hooks: {
        ...hooks('PostToolUse', log('call')),
        ...hooks('SessionEnd', log('end')),
        ...hooks('PreToolUse', {
          command: `echo '{"async":true}'; sleep 0.2; echo before >> ${place.path}/log`,
        }),
      },
    });
    const calls = ['a', 'b', 'c'].map((id) => toolUse(id, 'Glob', { pattern: '*.none' })).join('');
    const { stderr } = await runCli(['exec', '--cwd', place.cwd], calls + MESSAGE_STOP, place.options);
    const written = readFileSync(join(place.path, 'log'), 'utf8').trim().split('\n').sort();
    expect(written).toEqual(['before', 'before', 'before', 'call', 'call', 'call', 'end']);
    expect(stderr).toBe('');
  });
});
