import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { callAround } from '../../src/identity/call-around.ts';

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
