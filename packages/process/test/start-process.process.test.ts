import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession, type ProcessRequest, type StartedProcess } from '../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from './helpers.ts';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());

const at = (name: string): string => join(directory.path, name);
const pids = (): number[] => readPids(at('pid'));
const graceMs = 300;

const request = (command: string, ...args: readonly string[]): ProcessRequest => ({
  command,
  args,
  env: process.env,
  cwd: directory.path,
});

function started(session: ReturnType<typeof createProcessSession>, given: ProcessRequest): StartedProcess {
  const start = session.start(given);
  if (!start.ok) throw new Error(start.message);
  return start.process;
}

const stay = `sh -c 'echo $$ >>pid; exec sleep 1000'`;
/** Programs that stay, each with as many processes as it says; all have written their pids. */
const STAYING: readonly (readonly [what: string, count: number, script: string])[] = [
  ['heeds the end of its input', 1, 'echo $$ >>pid; cat >/dev/null'],
  ['heeds SIGTERM only', 1, 'echo $$ >>pid; exec sleep 1000'],
  ['ignores SIGTERM', 1, `trap '' TERM; echo $$ >>pid; while :; do sleep 0.1; done`],
  [
    'has children in the same group and in other sessions',
    4,
    `${stay} & setsid ${stay} & (setsid -f ${stay}); echo $$ >>pid; cat`,
  ],
  [
    'has a grandchild without environment in another session',
    2,
    `(setsid env -i PATH="$PATH" ${stay} &); echo $$ >>pid; cat`,
  ],
];

describe('a started program', () => {
  it('gets its arguments as they are, and talks over its streams', async () => {
    await using session = createProcessSession();
    const words = ['a b', '$(id)', '', "'", '*', '-x', '\n'];
    const child = started(
      session,
      request('/bin/sh', '-c', 'printf "%s|" "$@"; cat; echo no >&2; exit 3', 'sh', ...words),
    );
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    child.stdin.end('input');
    expect(await outputs).toEqual([`${words.join('|')}|input`, 'no\n']);
    expect(await child.exited).toEqual({ status: 'exited', code: 3 });
    await child.end({ graceMs });
  });

  it.each(STAYING)('that %s is ended with everything it started', async (_what, count, script) => {
    await using session = createProcessSession();
    const child = started(session, request('sh', '-c', script));
    await until(() => pids().length === count, 'all processes are there');
    await Promise.all([child.end({ graceMs }), child.end({ graceMs })]);
    expect(pids().filter(isRunning)).toEqual([]);
  });

  it.each(STAYING)('that %s ends with its session', async (_what, count, script) => {
    const session = createProcessSession();
    started(session, request('sh', '-c', script));
    await until(() => pids().length === count, 'all processes are there');
    await session.dispose();
    expect(pids().filter(isRunning)).toEqual([]);
  });

  it.each(STAYING)(
    'that %s ends when the program that started it is killed',
    async (_what, count, script) => {
      const parent = fileURLToPath(new URL('fixtures/parent-of-server.ts', import.meta.url));
      const words = ['--conditions=sluice-source', parent, directory.path, 'sh', '-c', script];
      const child = spawn(process.execPath, words, { stdio: 'inherit' });
      await until(() => pids().length === count, 'all processes are there');
      child.kill('SIGKILL');
      await until(() => !pids().some(isRunning), 'all processes have ended');
    },
  );

  it('that exits by itself leaves nothing behind', async () => {
    await using session = createProcessSession();
    const child = started(
      session,
      request('sh', '-c', `setsid ${stay} & until [ -s pid ]; do sleep 0.01; done; exit 7`),
    );
    expect(await child.exited).toEqual({ status: 'exited', code: 7 });
    expect(pids()).toHaveLength(1);
    await until(() => !pids().some(isRunning), 'what it started has ended');
  });

  it('that has gone may be written to', async () => {
    await using session = createProcessSession();
    const child = started(session, request('true'));
    await child.exited;
    const { promise: told, resolve } = Promise.withResolvers<unknown>();
    child.stdin.write('x'.repeat(1_000_000), resolve);
    expect(await told).toBeInstanceOf(Error);
  });

  it('is looked up in the PATH of its own environment, from its own directory', async () => {
    await using session = createProcessSession();
    mkdirSync(at('programs'));
    for (const name of ['programs/mine', 'local']) {
      writeFileSync(at(name), '#!/bin/sh\necho mine\n');
      chmodSync(at(name), 0o755);
    }
    const own = { ...request('mine'), env: { PATH: 'programs' } };
    expect(await text(started(session, own).stdout)).toBe('mine\n');
    expect(await text(started(session, request('./local')).stdout)).toBe('mine\n');
    writeFileSync(at('plain'), '');
    expect(session.start(request('mine'))).toMatchObject({
      code: 'program-missing',
      message: '"mine" is not on the PATH. Install it, or give its whole path.',
    });
    expect(session.start(request('./plain'))).toMatchObject({
      code: 'program-missing',
      message: `"./plain" is not executable. Run: chmod +x '${at('plain')}'`,
    });
    expect(session.start(request('./programs'))).toMatchObject({
      message: '"./programs" is not a file. Give the path of a program.',
    });
    expect(session.start(request('./none'))).toMatchObject({
      message: expect.stringMatching(/^There is no file ".\/none" \(looked up from \/.*\)\.$/),
    });
    expect(session.start({ ...request('true'), cwd: at('nowhere') })).toMatchObject({ code: 'cwd-missing' });
  });

  it('is refused once the session has been disposed of', async () => {
    const session = createProcessSession();
    await session.dispose();
    expect(session.start(request('true'))).toMatchObject({ ok: false, code: 'session-disposed' });
  });
});
