import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPermissionContext, type CallContext, type ModelContent, type ToolResult } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BashData } from '../../src/bash/bash-data.ts';
import type { BashInput } from '../../src/bash/bash-input.ts';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld, type FakeWorld } from './fake-context.ts';

const processes = createProcessSession();
const tool = createBashTool({ processes, env: {} });
await tool.load?.();
let world: FakeWorld;
beforeEach(() => {
  world = createFakeWorld();
});
afterEach(() => world.dispose());
afterAll(() => processes.dispose());

async function run(
  given: string | BashInput,
  more: Partial<CallContext> = {},
): Promise<ToolResult<BashData>> {
  const input = typeof given === 'string' ? { command: given } : given;
  const result = await tool.call(input, world.context(more));
  if (!('data' in result) && !('failure' in result)) throw new Error('Bash gives one result.');
  world.apply(result.modifyContext);
  return result;
}

function shown({ data }: ToolResult<BashData>): ModelContent {
  return data === undefined ? '' : (tool.toModel?.(data, { command: '' }) ?? '');
}

const cwd = (): string => world.context().cwd;
const leftFiles = (): string[] =>
  readdirSync(dirname(world.capturePath)).filter((name) => name !== 'work space');

describe('the result of a command', () => {
  it('is its output, both kinds in order, and leaves no file behind', async () => {
    const result = await run('echo out; echo error >&2; echo out again');
    expect(result.failure).toBeUndefined();
    expect(shown(result)).toBe('out\nerror\nout again');
    expect(leftFiles()).toEqual([]);
  });

  it.each([
    ['exit 3', 'Exit code 3'],
    ['ls /no/such/file', 'Exit code 2'],
    ['no-such-program-here', 'Exit code 127'],
    ['echo "unclosed', 'Exit code 2'],
    ['false | true; false', 'Exit code 1'],
    ['set -e; false; echo not reached', 'Exit code 1'],
    ['trap "exit 9" EXIT; true', 'Exit code 9'],
    ['bash -c "kill -s KILL \\$\\$"', 'Exit code 137'],
  ])('is a failure for %j', async (command, beginning) => {
    const result = await run(command);
    expect(result.failure).toMatchObject({ code: 'exit-code' });
    expect(result.failure?.message.startsWith(beginning)).toBe(true);
    expect(shown(result)).toMatch(new RegExp(`^${beginning}`));
    expect(shown(result)).not.toContain('not reached');
  });

  it.each([
    ['grep x /dev/null', 'no lines matched'],
    ['echo a >f; echo b >g; diff f g', 'the files differ'],
    ['test -f none', 'the condition is false'],
    ['mkdir -p sub; cd sub && grep x /dev/null', 'no lines matched'],
  ])('is an answer for %j', async (command, meaning) => {
    const result = await run(command);
    expect(result.failure).toBeUndefined();
    expect(result.data && tool.toClient?.(result.data, { command })).toMatchObject({
      returnCodeInterpretation: `Exit code 1: ${meaning}.`,
    });
  });

  it('is a failure when it was the cd before a grep that failed', async () => {
    expect((await run('cd none && grep x /dev/null')).failure).toMatchObject({ code: 'exit-code' });
  });

  it('is a failure with what was printed when its time is up', async () => {
    const result = await run({ command: 'echo begun; sleep 1000', timeout: 1_000 });
    expect(result.failure).toMatchObject({ code: 'timed-out' });
    expect(shown(result)).toMatch(/^Timed out: .*1 s[^]*\nbegun\n/);
    expect(result.data && tool.toClient?.(result.data, { command: '' })).toMatchObject({ interrupted: true });
  });

  it('has no more time than there is', async () => {
    const short = createBashTool({
      processes,
      env: { BASH_DEFAULT_TIMEOUT_MS: '300', BASH_MAX_TIMEOUT_MS: '300' },
    });
    const result = await short.call({ command: 'sleep 1000', timeout: 9_999_999 }, world.context());
    expect(result).toMatchObject({ data: { end: { status: 'timed-out', afterMs: 300 } } });
  });

  it('is a failure when the call is canceled', async () => {
    const controller = new AbortController();
    const progress = (): void => controller.abort();
    const result = await run('echo begun; sleep 1000', { signal: controller.signal, progress });
    expect(result.failure).toMatchObject({ code: 'cancelled' });
    expect(shown(result)).toMatch(/^Canceled: [^]*\nbegun\n/);
  });

  it('names what was stopped with the command', async () => {
    const result = await run('sleep 1000 & setsid sleep 1000 & echo done');
    expect(result.failure).toBeUndefined();
    expect(result.data?.stopped.map(({ name }) => name)).toEqual(['sleep', 'sleep']);
    expect(shown(result)).toMatch(/^done\nStill running .*sleep \(pid \d+\), sleep \(pid \d+\)\./);
  });

  it('tells of silence that was to be expected', async () => {
    expect((await run('mkdir one')).data?.noOutputExpected).toBe(true);
    expect((await run('ls none-such*  2>/dev/null; true')).data?.noOutputExpected).toBe(false);
  });

  it('is told apart from a store that can not be used', async () => {
    const captureFile = (): never => {
      throw new Error('The disk is full.');
    };
    expect((await run('touch ran', { captureFile })).failure).toEqual({
      code: 'store-unusable',
      message: expect.stringContaining('The disk is full.'),
    });
    expect(existsSync(join(world.workspace, 'ran'))).toBe(false);
  });

  it('says so when the command has removed its own output', async () => {
    const result = await run(`echo gone; rm '${world.capturePath}'`);
    expect(shown(result)).toMatch(/^The output is lost/);
  });

  it('is the system’s word on a command that is too long', async () => {
    expect((await run(`: ${'x'.repeat(3_000_000)}`)).failure).toMatchObject({ code: 'too-long' });
    expect(leftFiles()).toEqual([]);
  });
});

describe('output', () => {
  it('is inline up to 30,000 characters', async () => {
    const result = await run(`head -c 30000 /dev/zero | tr '\\0' x`);
    expect(shown(result)).toBe('x'.repeat(30_000));
  });

  it('counts characters, not bytes', async () => {
    const result = await run(`head -c 20000 /dev/zero | sed 's/\\x00/€/g'`);
    expect(shown(result)).toBe('€'.repeat(20_000));
  });

  it('is kept whole in its file above that, with both ends at hand', async () => {
    const result = await run('echo first; seq 100000; echo last; exit 4');
    const view = shown(result);
    expect(view).toMatchObject({ type: 'stored-text', path: world.capturePath, prefix: 'Exit code 4' });
    if (typeof view === 'string' || !('head' in view)) throw new Error('It is stored.');
    expect(view.head.startsWith('first\n1\n2\n')).toBe(true);
    expect(view.tail?.endsWith('100000\nlast\n')).toBe(true);
    expect(readFileSync(world.capturePath, 'utf8')).toHaveLength(view.bytes);
    expect(leftFiles()).toEqual(['capture']);
  });

  it('has something harmless for bytes that are not text', async () => {
    expect(shown(await run(`printf 'a\\377b\\000c\\342\\202'`))).toBe('a\uFFFDb␀c\uFFFD');
  });

  it('has no colors and other orders to a terminal, which its file keeps', async () => {
    expect(shown(await run(`printf '\\033[31mred\\033[0m\\a'`))).toBe('red␇');
    await run(`for i in {1..12000}; do printf '\\033[31mred'; done`);
    expect(readFileSync(world.capturePath, 'latin1').startsWith('\x1b[31mred')).toBe(true);
  });

  it('is named and kept where it is binary, not shown', async () => {
    const result = await run('head -c 20000 /dev/urandom; exit 3');
    expect(shown(result)).toBe(
      `Exit code 3\nBinary output, not shown: 20000 bytes, saved in ${world.capturePath}.`,
    );
    expect(readFileSync(world.capturePath)).toHaveLength(20_000);
    expect(result.data && tool.toClient?.(result.data, { command: '' })).toMatchObject({
      stdout: '',
      persistedOutputPath: world.capturePath,
      persistedOutputSize: 20_000,
    });
  });

  it('shows nothing of how the command is run', async () => {
    expect(shown(await run('set -vx; echo hi'))).toBe('++ echo hi\nhi');
  });

  it('is reported while it grows', async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const progress = (data: unknown): void => {
      seen.push(data);
      controller.abort();
    };
    await run('echo 123; sleep 1000', { signal: controller.signal, progress });
    expect(seen).toEqual([{ type: 'output', bytes: 4, tail: '123' }]);
  });
});

describe('the working directory', () => {
  it('carries over, whatever its name', async () => {
    const name = `a 'quoted' $name`;
    mkdirSync(join(world.workspace, name));
    expect((await run(`cd a*`)).failure).toBeUndefined();
    expect(cwd()).toBe(join(world.workspace, name));
    expect(shown(await run('pwd'))).toBe(join(world.workspace, name));
  });

  it.each([
    ['after exit', 'cd sub; exit 0'],
    ['past a trap of the command’s own', 'trap true EXIT; cd sub'],
    ['past an answer', 'cd sub && grep x /dev/null'],
    ['under set -eu', 'set -euo noclobber; cd sub'],
    ['past functions named like what is used', 'pwd() { :; }; cd sub'],
    ['past a job', 'cd sub; (cd /; true) & wait'],
  ])('carries over %s', async (_title, command) => {
    mkdirSync(join(world.workspace, 'sub'));
    expect((await run(command)).failure).toBeUndefined();
    expect(cwd()).toBe(join(world.workspace, 'sub'));
  });

  it.each([
    ['of a failed command', 'cd sub; false', {}],
    ['of a sub-agent', 'cd sub', { agentChain: ['helper'] }],
    ['outside the workspace', 'cd /', {}],
  ])('does not carry over: that %s', async (_title, command, more) => {
    mkdirSync(join(world.workspace, 'sub'));
    const result = await run(command, more);
    expect(cwd()).toBe(world.workspace);
    expect(shown(result)).toContain(`Shell cwd was reset to ${world.workspace}`);
  });

  it('goes back to the original one when it was removed by the command', async () => {
    await run('mkdir sub; cd sub');
    const result = await run('rmdir "$PWD"');
    expect(shown(result)).toContain(`Shell cwd was reset to ${world.workspace}`);
    expect(cwd()).toBe(world.workspace);
  });

  it('is never the store of results, whether that is all that is left or a command goes there', async () => {
    const store = join(world.workspace, '..', 'tool-results');
    mkdirSync(store);
    const permission = createPermissionContext(
      {
        mode: 'default',
        workingDirectories: [world.workspace, realpathSync(store)],
        sealed: [{ path: realpathSync(store), isUnreadable: false }],
      },
      1,
    );
    expect(shown(await run(`cd '${store}'`, { permission }))).toContain(`reset to ${world.workspace}`);
    expect(cwd()).toBe(world.workspace);
    const gone = await run('rmdir "$PWD"', { permission });
    expect(shown(gone)).toContain(`The working directory ${world.workspace} no longer exists.`);
    const result = await run('touch ran', { permission });
    expect(result.failure).toMatchObject({
      code: 'cwd-missing',
      message: expect.stringContaining(`the working directory ${world.workspace} no longer exists`),
    });
    expect([cwd(), readdirSync(store)]).toEqual([world.workspace, []]);
    mkdirSync(world.workspace);
    expect((await run('true', { permission })).failure).toBeUndefined();
  });

  it('that was removed runs nothing elsewhere, and is mended for the next call', async () => {
    await run('mkdir sub; cd sub');
    rmSync(join(world.workspace, 'sub'), { recursive: true });
    const result = await run('touch ran');
    expect(result.failure).toMatchObject({ code: 'cwd-missing' });
    expect(existsSync(join(world.workspace, 'ran'))).toBe(false);
    expect(cwd()).toBe(world.workspace);
    expect((await run('true')).failure).toBeUndefined();
  });
});

it('does not let variables carry over', async () => {
  await run('export CARRIED=yes');
  expect(shown(await run('echo "[$CARRIED]"'))).toBe('[]');
});
