import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandEnvironment, loadSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const BASE = { PATH: '/bin', HOME: '/root' };

it('is that of the process where no one sets anything', () => {
  expect(commandEnvironment(loadSettings(scratch.options), BASE)).toMatchObject({ env: BASE, notices: [] });
});

it('takes the highest value of each name, and writes out numbers', () => {
  scratch.write('managed/managed-settings.json', { env: { A: 'policy', N: 7 } });
  scratch.write('project/.sluice/settings.local.json', { env: { A: 'local', B: true } });
  scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
  scratch.write('home/.claude/settings.json', '{"env":{"B":"user","PATH":"/opt","__proto__":"x","C":[1]}}');
  const { env, notices } = commandEnvironment(loadSettings(scratch.options), BASE);
  expect(Object.entries(env).sort()).toEqual([
    ['A', 'policy'],
    ['B', 'true'],
    ['HOME', '/root'],
    ['N', '7'],
    ['PATH', '/opt'],
    ['__proto__', 'x'],
  ]);
  expect(notices).toEqual([]);
});

it('takes nothing that can run a program from a local file where the directory is not trusted', () => {
  scratch.write('project/.sluice/settings.local.json', { env: { LD_PRELOAD: './x.so', CI: '1' } });
  const { env, notices } = commandEnvironment(loadSettings(scratch.options), BASE);
  expect(env).toEqual({ ...BASE, CI: '1' });
  expect(notices).toHaveLength(1);
});

it('takes from an untrusted repository what harms nothing, and says what it leaves out', () => {
  const env = { PATH: '/evil', NO_COLOR: '1', A: '1', B: '1', C: '1', D: '1', E: '1', GIT_DIR: 'x' };
  const file = scratch.write('project/.claude/settings.json', { env });
  const found = commandEnvironment(loadSettings(scratch.options), BASE);
  expect(found.env).toEqual({ ...BASE, NO_COLOR: '1' });
  expect(found.notices).toEqual([
    `Not used: PATH, A, B, C, D and 2 more under "env" in ${file}, because ${JSON.stringify(scratch.project)} is not trusted. To use it, trust it: sluice rules trust.`,
  ]);
  scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
  expect(commandEnvironment(loadSettings(scratch.options), BASE)).toMatchObject({
    env: { ...BASE, ...env },
    notices: [],
  });
});

it.each([
  ['BASH_ENV', '/tmp/x', false],
  ['CI', 'true', true],
  ['CI', '/tmp/x', false],
  ['NO_COLOR', '', true],
  ['LINES', 40, true],
  ['NODE_OPTIONS', '--require=x', false],
  ['constructor', '1', false],
])('%s=%s of an untrusted repository: %s', (name, value, isTaken) => {
  scratch.write('project/.sluice/settings.json', JSON.stringify({ env: { [name]: value } }));
  const { env } = commandEnvironment(loadSettings(scratch.options), {});
  expect(Object.hasOwn(env, name)).toBe(isTaken);
});

it('tells of a variable with the place where it is set', () => {
  const file = scratch.write('home/.claude/settings.json', '{"env": {\n  "A": "user", "B": "user"}}');
  scratch.write('managed/managed-settings.json', { env: { B: 'policy' } });
  const { placed } = commandEnvironment(loadSettings(scratch.options), { ...BASE, A: 'process' });
  expect(placed('A', 'A is wrong.')).toBe(`${file}:2:3: A is wrong.`);
  expect(placed('B', 'B is wrong.')).toMatch(/managed-settings\.json:\d+:\d+: B is wrong\.$/);
  expect(placed('PATH', 'PATH is wrong.')).toBe('PATH is wrong.');
});
