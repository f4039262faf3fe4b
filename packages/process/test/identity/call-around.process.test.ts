import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProcessSession } from '../../src/index.ts';
import { temporaryDirectory } from '../helpers.ts';
import { callAround } from '../../src/identity/call-around.ts';
import { limitsLocks } from '../../src/identity/limits-of-machine.ts';
import { heldCommand } from '../../src/identity/process-mark.ts';

const MODULE = fileURLToPath(new URL('../../src/identity/call-around.ts', import.meta.url));
const LOOK = [
  process.execPath,
  '--conditions=sluice-source',
  '--input-type=module',
  '-e',
  `import { callAround } from ${JSON.stringify(MODULE)}; console.log(JSON.stringify(callAround() ?? null))`,
];
const QUOTED = LOOK.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** What a program says that a shell runs, which was started as a tool call starts one. */
function seen(command: string, variables: Readonly<Record<string, string>>): unknown {
  const env = { PATH: process.env['PATH'], ...variables };
  const script = `${command.replace('LOOK', () => QUOTED)}; true`;
  return JSON.parse(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }));
}

const CALL = { HOME: '/h', SLUICE_TOOL_CALL: 'undecided', SLUICE_PROCESS_TAG: 'x.1;' };
const FOUND = { mark: 'undecided', homes: ['/h'] };
const MARK = 'ulimit -S -x 123456789000001';
/** As a command begins that no one has decided about. */
const HELD = `${MARK}; ${heldCommand(':')}`;

it('is none for a program that no call runs', () => {
  expect(callAround()).toBeUndefined();
  expect(seen('LOOK', {})).toBeNull();
});

it.each([
  ['as it is', 'LOOK'],
  ['with another value', 'SLUICE_TOOL_CALL=decided LOOK'],
  ['without the variable', 'env -u SLUICE_TOOL_CALL -u SLUICE_PROCESS_TAG LOOK'],
  ['without any', 'env -i LOOK'],
  ['below shells that cleared it', `unset SLUICE_TOOL_CALL; env -i bash -c '"$@"; true' - LOOK`],
  ['in a session of its own', 'unset SLUICE_TOOL_CALL; setsid -w env -i LOOK'],
])('is found %s', (_title, command) => {
  expect(seen(command, CALL)).toEqual(FOUND);
});

it('is decided only if every call around it is', () => {
  const decided = { ...CALL, SLUICE_TOOL_CALL: 'decided' };
  expect(seen('LOOK', decided)).toEqual({ ...FOUND, mark: 'decided' });
  expect(seen(`SLUICE_TOOL_CALL=decided bash -c '"$@"; true' - LOOK`, CALL)).toMatchObject({
    mark: 'undecided',
  });
});

it('is found by the mark of its processes where nothing else is left, and not of those that are tagged', () => {
  expect(seen(`${MARK}; LOOK`, {})).toEqual({ mark: 'undecided', homes: [] });
  expect(seen(`${MARK}; LOOK`, { SLUICE_PROCESS_TAG: 'x.1;' })).toBeNull();
});

it.each([
  ['with its mark reset', `${HELD}; ulimit -S -x 5; setsid -w LOOK`],
  ['tagged by itself', `${HELD}; setsid -w env SLUICE_PROCESS_TAG=x LOOK`],
  ['as a decided one', `${HELD}; setsid -w env SLUICE_TOOL_CALL=decided LOOK`],
  ['with an even lower limit', `${HELD}; ulimit -S -x 5; ulimit -H -x 5; env -i LOOK`],
])('is found by the limit that it can not raise: %s', (_title, command) => {
  expect(seen(command, {})).toMatchObject({ mark: 'undecided' });
});

it('only a call that is not decided about has that limit', async () => {
  const directory = temporaryDirectory();
  const session = createProcessSession();
  const outputPath = join(directory.path, 'output');
  const limitOf = async (mark: string | undefined): Promise<string> => {
    const env = { ...process.env, SLUICE_TOOL_CALL: mark };
    await session.run({
      command: 'ulimit -S -x 5; ulimit -H -x',
      ...{ cwd: directory.path, outputPath, env, signal: new AbortController().signal },
    });
    return readFileSync(outputPath, 'utf8').trim();
  };
  try {
    expect(await limitOf('undecided')).toMatch(/^9{18}$/u);
    for (const mark of ['decided', undefined]) expect(await limitOf(mark)).toBe('unlimited');
  } finally {
    await session.dispose();
    directory.dispose();
  }
});

it('and an ordinary user’s process can not raise it', () => {
  const isRoot = process.getuid?.() === 0;
  const shell = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'bash'] : ['bash'];
  const limit = (command: string): string => {
    const [program, ...words] = [...shell, '-c', `${HELD}; ${command}; ulimit -H -x`];
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  };
  expect(limit('ulimit -H -x unlimited')).toMatch(/^9{18}$/u);
  // Lowering it works, so it is not that the command changes nothing.
  expect(limit('ulimit -S -x 5; ulimit -H -x 5')).toBe('5');
});

it('says nothing on a machine that limits file locks itself', () => {
  const machine = (conf: string, map = '0 0 4294967295\n') =>
    limitsLocks(
      (path) => (path.endsWith('uid_map') ? map : path.endsWith('/a.conf') ? conf : ''),
      () => ['a.conf'],
    );
  expect(machine('* hard locks 1000\n')).toBe(true);
  expect(machine('@dev - locks 1000 \n')).toBe(true);
  expect(machine('# * hard locks 1000\n* soft locks 5\n* hard nofile 5\n')).toBe(false);
  expect(machine('* hard locks 1000\n', '0 1000 1\n')).toBe(false);
  expect(limitsLocks()).toBe(false);
});
