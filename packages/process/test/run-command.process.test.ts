import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession, TAG_VARIABLE, type CommandRequest } from '../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from './helpers.ts';

let directory: TemporaryDirectory;
const session = createProcessSession();
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());
afterAll(() => session.dispose());

const at = (name: string): string => join(directory.path, name);
const output = (): string => readFileSync(at('output'), 'utf8');
const run = (command: string, more: Partial<CommandRequest> = {}) =>
  session.run({ command, cwd: directory.path, outputPath: at('output'), ...more });

describe('the end of a command', () => {
  it.each([
    ['true', { status: 'exited', code: 0 }],
    ['exit 3', { status: 'exited', code: 3 }],
    ['kill -s KILL $$', { status: 'signalled', signal: 'SIGKILL' }],
    ['if then', { status: 'exited', code: 2 }],
    ['no-such-program-here', { status: 'exited', code: 127 }],
  ])('is told for %j', async (command, end) => {
    expect(await run(command)).toMatchObject({ end, stopped: [], remaining: [] });
  });

  it('is a timeout, whatever code the command then exits with', async () => {
    const result = await run("trap 'exit 0' TERM; sleep 1000 & wait", { timeoutMs: 300 });
    expect(result.end).toEqual({ status: 'timed-out', afterMs: 300 });
  });

  it('is a cancellation with the reason of the signal', async () => {
    const controller = new AbortController();
    const running = run('echo $$ >pid; sleep 1000', { signal: controller.signal });
    await until(() => readPids(at('pid')).length === 1, 'the command has started');
    controller.abort('enough');
    expect((await running).end).toEqual({ status: 'cancelled', reason: 'enough' });
    expect(isRunning(readPids(at('pid'))[0] ?? 0)).toBe(false);
  });

  it('is a cancellation before anything has run when the signal was aborted already', async () => {
    const result = await run('touch ran', { signal: AbortSignal.abort('never') });
    expect(result.end).toEqual({ status: 'cancelled', reason: 'never' });
    expect(existsSync(at('ran'))).toBe(false);
  });

  it('comes by SIGKILL when SIGTERM is ignored', async () => {
    const ignoring = `trap '' TERM; echo $$ >pid; while :; do sleep 1000; done`;
    const result = await run(ignoring, { timeoutMs: 300, graceMs: 100 });
    expect(result).toMatchObject({ end: { status: 'timed-out' }, remaining: [] });
    expect(isRunning(readPids(at('pid'))[0] ?? 0)).toBe(false);
  });

  it('gives a command that heeds SIGTERM the time to clean up', async () => {
    const tidy = `trap 'sleep 0.2; echo tidy; exit' TERM; echo ready; while :; do sleep 0.05; done`;
    const controller = new AbortController();
    const running = run(tidy, { signal: controller.signal, graceMs: 60_000 });
    await until(() => output().includes('ready'), 'the trap is set');
    controller.abort();
    expect((await running).end.status).toBe('cancelled');
    expect(output()).toContain('tidy');
  });

  it('is the output limit when more was written', async () => {
    const result = await run('yes', { maxOutputBytes: 100_000 });
    expect(result.end).toEqual({ status: 'output-limit', limitBytes: 100_000 });
    expect(result.outputBytes).toBeGreaterThan(100_000);
  });

  it('leaves no listener on the signal', async () => {
    const controller = new AbortController();
    let added = 0;
    const { addEventListener, removeEventListener } = controller.signal;
    controller.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      added += 1;
      addEventListener.apply(controller.signal, args);
    };
    controller.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      added -= 1;
      removeEventListener.apply(controller.signal, args);
    };
    await run('true', { signal: controller.signal });
    expect(added).toBe(0);
  });
});

describe('what keeps a command from starting', () => {
  it.each([
    ['a missing directory', { cwd: '/no/such/directory' }, 'cwd-missing'],
    ['a file for a directory', { cwd: '/dev/null' }, 'cwd-missing'],
    ['a missing shell', { shell: '/no/such/shell' }, 'shell-missing'],
    ['a command too long for the system', { command: `: ${'x'.repeat(3_000_000)}` }, 'too-long'],
    ['a NUL in the command', { command: 'echo \0' }, 'spawn-error'],
    ['an output file that can not be', { outputPath: '/no/such/directory/output' }, 'output-unwritable'],
  ])('is told: %s', async (_title, more, code) => {
    const { end } = await run('true', more);
    expect(end).toMatchObject({ status: 'spawn-failed', code });
  });

  it('is told: an output file that is a link to elsewhere', async () => {
    writeFileSync(at('precious'), 'data');
    symlinkSync(at('precious'), at('output'));
    expect((await run('true')).end).toMatchObject({ code: 'output-unwritable' });
    expect(readFileSync(at('precious'), 'utf8')).toBe('data');
  });

  it('is told: a shell that can not be executed', async () => {
    mkdirSync(at('shell'));
    expect((await run('true', { shell: at('shell') })).end).toMatchObject({ code: 'spawn-error' });
  });
});

describe('the world of a command', () => {
  it('has an input at its end', async () => {
    expect((await run('cat; read -r line || echo end')).end).toEqual({ status: 'exited', code: 0 });
    expect(output()).toBe('end\n');
  });

  it('writes both outputs to one file in the order of writing', async () => {
    await run('for i in 1 2 3; do echo out $i; echo error $i >&2; done');
    expect(output()).toBe('out 1\nerror 1\nout 2\nerror 2\nout 3\nerror 3\n');
  });

  it('empties an output file that is there', async () => {
    writeFileSync(at('output'), 'something of before');
    expect(await run('echo new')).toMatchObject({ outputBytes: 4 });
    expect(output()).toBe('new\n');
  });

  it('has its own session, the variables given and the tag', async () => {
    await run(`echo $$ $(cut -d' ' -f6 /proc/$$/stat) "$GIVEN" "\${${TAG_VARIABLE}:+tagged}"`, {
      env: { PATH: process.env['PATH'], GIVEN: 'a b' },
    });
    expect(output()).toMatch(/^(\d+) \1 a b tagged\n$/);
  });

  it('falls back to what sh understands', async () => {
    await run('echo "$0"', { shell: '/bin/sh' });
    expect(output()).toBe('/bin/sh\n');
  });

  it('reports the size of the output while it grows', async () => {
    const sizes: number[] = [];
    const controller = new AbortController();
    const running = run('echo 12345; sleep 1000', {
      signal: controller.signal,
      onOutput: (bytes) => sizes.push(bytes),
    });
    await until(() => sizes.length > 0, 'a size was reported');
    controller.abort();
    await running;
    expect(sizes).toEqual([6]);
  });
});
