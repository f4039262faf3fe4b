import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'acorn';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleCommand } from '../../../../scripts/bundle-command.ts';
import { shipCode } from '../../../../scripts/ship-code.ts';
import { startModelServer } from '../../../agent/test/support/model-server/start-model-server.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { words } from '../cli/print/support/answers.ts';

const PACKAGES = resolve(import.meta.dirname, '../../..');
const ECHO = '{"type":"tool_use","id":"a","name":"Bash","input":{"command":"echo $((6*7))"}}\n';

let program = '';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-built-')));
afterAll(() => rmSync(root, { recursive: true }));

beforeAll(async () => {
  cpSync(join(PACKAGES, 'sluice/package.json'), join(root, 'package.json'));
  symlinkSync(join(PACKAGES, '../node_modules'), join(root, 'node_modules'));
  const built = join(PACKAGES, 'sluice/dist');
  if (process.env['SLUICE_TEST_BUILT'] === '1')
    for (const name of ['cli', 'cli.js'])
      cpSync(join(built, name), join(root, 'dist', name), { recursive: true });
  else await bundleCommand(PACKAGES, join(root, 'dist'));
  program = join(root, 'dist/cli.js');
});

/** Runs one command with the built program; `home` need not exist. */
function runIn(
  home: string,
  more: Readonly<Record<string, string>> = {},
  { built = program, flags = [] }: { readonly built?: string; readonly flags?: readonly string[] } = {},
) {
  const { NODE_DISABLE_COMPILE_CACHE: _ours, XDG_CACHE_HOME: _other, ...env } = process.env;
  return spawnSync(
    process.execPath,
    [...flags, built, 'exec', '--cwd', scratch(), '--permission-mode', 'bypassPermissions'],
    { env: { ...env, HOME: home, ...more }, input: ECHO, encoding: 'utf8' },
  );
}

const codeOf = (home: string): string => join(home, '.cache/sluice/code');

function copyOfBuilt(): string {
  const place = scratch();
  for (const name of ['dist', 'package.json', 'node_modules'])
    cpSync(join(root, name), join(place, name), { recursive: true, verbatimSymlinks: true });
  return place;
}

it('has no syntax that Node 22 does not know', () => {
  const dist = join(root, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.c?js$/.test(name),
  );
  expect(files).toContain('cli/main.cjs');
  for (const name of files) {
    const sourceType = name.endsWith('.cjs') ? 'script' : 'module';
    // Of 2024, with what 2025 made of import attributes and regular expressions.
    const code = readFileSync(join(dist, name), 'utf8');
    expect(
      () => parse(code, { ecmaVersion: 2025, sourceType, allowReturnOutsideFunction: true }),
      name,
    ).not.toThrow();
  }
});

it('keeps its compiled code in the home directory, and starts from it', () => {
  const home = scratch();
  const runs = Array.from({ length: 7 }, () => runIn(home));
  for (const { status, stdout, stderr } of runs) {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('42');
  }
  const kept = readdirSync(codeOf(home)).map((name) => readFileSync(join(codeOf(home), name)));
  expect(kept.length).toBeGreaterThan(2);
  // After five runs it is only read.
  expect(kept.map((bytes) => bytes.readUInt32LE(4))).toEqual(kept.map(() => 5));
});

it.each([
  ['makes no home directory', {}, () => join(scratch(), 'home')],
  ['keeps nothing where the person wants none', { NODE_DISABLE_COMPILE_CACHE: '1' }, scratch],
  ['runs without a home directory', {}, () => '/dev/null'],
])('%s', (_, env, homeOf) => {
  const home = homeOf();
  const isThere = existsSync(home);
  expect(runIn(home, env)).toMatchObject({ status: 0, stdout: expect.stringContaining('42') });
  expect([existsSync(home), existsSync(codeOf(home))]).toEqual([isThere, false]);
});

it('does not run damaged code, and keeps it anew', () => {
  const home = scratch();
  runIn(home);
  const files = readdirSync(codeOf(home)).map((name) => join(codeOf(home), name));
  for (const file of files) {
    const bytes = readFileSync(file);
    for (let at = 16; at < bytes.length; at += 100) bytes[at] = 0xff - (bytes[at] ?? 0);
    writeFileSync(file, bytes);
  }
  expect(runIn(home)).toMatchObject({ status: 0, stdout: expect.stringContaining('42'), stderr: '' });
  expect(files.map((file) => readFileSync(file).readUInt32LE(4))).toEqual(files.map(() => 1));
});

it('neither reads nor keeps code where others can write', () => {
  const home = scratch();
  mkdirSync(codeOf(home), { recursive: true });
  chmodSync(codeOf(home), 0o777);
  expect(runIn(home)).toMatchObject({ status: 0, stdout: expect.stringContaining('42') });
  expect(readdirSync(codeOf(home))).toEqual([]);
});

it('starts from the code in its package, which it never writes, and keeps its own only where that is of no use', async () => {
  const place = copyOfBuilt();
  const dist = join(place, 'dist');
  await shipCode(dist);
  const names = readdirSync(join(dist, 'code'));
  const files = names.map((name) => join(dist, 'code', name));
  const shipped = files.map((file) => readFileSync(file));
  const keeps = (flags: readonly string[]): readonly string[] => {
    const home = scratch();
    const { status, stdout, stderr } = runIn(home, {}, { built: join(dist, 'cli.js'), flags });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('42');
    return existsSync(codeOf(home)) ? readdirSync(codeOf(home)) : [];
  };
  expect(keeps([]).filter((name) => names.includes(name))).toEqual([]);
  // What is shipped for one command is kept under the name of the code for all.
  const ofAll = names.filter((name) => /^(?:cli|exec)-/.test(name) && !name.endsWith('-exec'));
  expect(ofAll).not.toEqual([]);
  expect(keeps(['--no-opt'])).toEqual(expect.arrayContaining(ofAll));
  expect(files.map((file) => readFileSync(file))).toEqual(shipped);
  for (const [at, file] of files.entries()) {
    const damaged = Buffer.from(shipped[at] ?? '');
    for (let byte = 16; byte < damaged.length; byte += 100) damaged[byte] = 0xff - (damaged[byte] ?? 0);
    writeFileSync(file, damaged);
  }
  expect(keeps([]).filter((name) => names.includes(name)).length).toBeGreaterThan(1);
});

it('answers a prompt without zod, with skills and agents in the home directory', async () => {
  const place = copyOfBuilt();
  const chunks = join(place, 'dist/cli');
  const zod = readdirSync(chunks).filter((name) => name.startsWith('zod-'));
  expect(zod).toHaveLength(1);
  for (const name of zod) writeFileSync(join(chunks, name), "throw new Error('zod was loaded');");
  const home = scratch();
  for (const file of ['skills/tidy/SKILL.md', 'agents/tidy.md']) {
    mkdirSync(dirname(join(home, '.claude', file)), { recursive: true });
    writeFileSync(join(home, '.claude', file), '---\nname: tidy\ndescription: Tidies up.\n---\n\nTidy up.\n');
  }
  await using server = await startModelServer([words('Seven.')]);
  const args = [join(place, 'dist/cli.js'), '-p', 'Which number?', '--model', 'anthropic/claude-sonnet-4-5'];
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_BASE_URL: server.address,
  };
  const child = spawn(process.execPath, args, { cwd: scratch(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ stdout, stderr }).toEqual({ stdout: 'Seven.\n', stderr: '' });
  expect(JSON.stringify(server.requests[0]?.body)).toContain('Tidies up.');
});

it('imports what is not part of its bundle, without a warning', () => {
  const calls = '{"type":"tool_use","id":"a","name":"Grep","input":{"pattern":"rain"}}\n';
  const cwd = scratch();
  writeFileSync(join(cwd, 'weather.txt'), 'rain\n');
  const args = [program, 'exec', '--cwd', cwd];
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: calls, encoding: 'utf8' });
  expect(stdout).toContain('weather.txt');
  expect(stderr).toBe('');
});

it('says the version of its package', () => {
  const { stdout } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});
