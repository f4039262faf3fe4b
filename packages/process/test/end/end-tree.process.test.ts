import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProcessSession, runCommand, type CommandRequest } from '../../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';

let directory: TemporaryDirectory;
const session = createProcessSession();
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());
afterAll(() => session.dispose());

const at = (name: string): string => join(directory.path, name);
const run = (command: string, more: Partial<CommandRequest> = {}) =>
  session.run({ command, cwd: directory.path, outputPath: at('output'), settleMs: 10, ...more });

/** A program that writes its pid and stays; `waitForPid` holds the command until it has. */
const stay = `bash -c 'echo $$ >>pid; exec sleep 1000'`;
const waitForPid = 'until [ -s pid ]; do sleep 0.01; done';

/** As servers do it that show what they are about in the place of their name. */
const daemon =
  'use POSIX; exit if fork; setsid(); exit if fork; $0 = "x" x 4000; open F, ">>pid"; print F "$$\\n"; close F; sleep 1000';

/** Ways in which a process gets out of its command's hands. */
const leftovers: readonly (readonly [string, string])[] = [
  ['a background job', `${stay} & ${waitForPid}`],
  ['a job that was disowned', `${stay} & disown; ${waitForPid}`],
  ['a job under nohup', `nohup ${stay} >/dev/null 2>&1 & ${waitForPid}`],
  ['a job that ignores SIGTERM', `(trap '' TERM; exec ${stay}) & ${waitForPid}`],
  ['a process in a session of its own', `setsid ${stay} & ${waitForPid}`],
  ['a process forked off by setsid', `setsid -f ${stay}; ${waitForPid}`],
  ['a daemon forked twice', `(setsid bash -c "setsid ${stay.replaceAll('$', '\\$')} &" &); ${waitForPid}`],
  ['a child that holds the output open', `${stay} 2>&1 & ${waitForPid}`],
  ['a process that cleared its environment', `env -i ${stay} & ${waitForPid}`],
  [
    'a daemon with no environment whose own child has a session',
    `setsid bash -c "env -i ${stay.replaceAll('$', '\\$')} & sleep 1000" & ${waitForPid}`,
  ],
  [
    'a process that cleared its environment and lost its parent at once',
    `(setsid env -i ${stay} &); ${waitForPid}`,
  ],
  [
    'a daemon that wrote over its environment and shut its files',
    `perl -e '${daemon}' </dev/null >/dev/null 2>&1; ${waitForPid}`,
  ],
  ['a process that has been stopped', `${stay} & ${waitForPid}; kill -s STOP $(cat pid)`],
];

describe('when the shell has exited, nothing is left of', () => {
  it.each(leftovers)('%s', async (_title, command) => {
    const result = await run(command, { graceMs: 200 });
    const pids = readPids(at('pid'));
    expect(pids).toHaveLength(1);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(result).toMatchObject({ end: { status: 'exited', code: 0 }, remaining: [] });
    expect(result.stopped.map(({ pid }) => pid)).toContain(pids[0]);
  });
});

describe('when the command is canceled, nothing is left of', () => {
  it.each(leftovers)('%s', async (_title, command) => {
    const controller = new AbortController();
    const running = run(`${command}; echo ready; sleep 1000`, { signal: controller.signal, graceMs: 200 });
    await until(() => readFileSync(at('output'), 'utf8').includes('ready'), 'the command is ready');
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ end: { status: 'cancelled' }, remaining: [] });
    expect(readPids(at('pid')).filter(isRunning)).toEqual([]);
  });
});

describe('ending the tree', () => {
  it('gives what is about to finish the time to', async () => {
    const result = await run('(sleep 0.2; echo late) & echo early', { settleMs: 60_000 });
    expect(result).toMatchObject({ outputBytes: 11, stopped: [] });
  });

  it('follows a process that forks away from every signal', async () => {
    const hydra = `h() { trap "setsid bash -c 'sleep 1000' &" TERM; echo $BASHPID >>pid; while :; do sleep 0.01; done; }; h & ${waitForPid}`;
    const result = await run(hydra, { graceMs: 300 });
    expect(result.remaining).toEqual([]);
    expect(result.stopped.filter(({ pid }) => isRunning(pid))).toEqual([]);
  });

  it('knows a process without environment or parent by a session that it has seen', async () => {
    const inner = `echo $$ >inner; env -i ${stay} & wait`;
    writeFileSync(at('outer.sh'), 'setsid bash inner.sh &');
    writeFileSync(at('inner.sh'), inner);
    const sessions: number[] = [];
    const running = runCommand(
      {
        command: `mkfifo gate; setsid bash outer.sh; ${waitForPid}; cat gate; kill -s KILL $(cat inner)`,
        cwd: directory.path,
        outputPath: at('output'),
      },
      { tag: 'a tag of this test;', onSession: (session) => sessions.push(session) },
    );
    await until(() => sessions.includes(readPids(at('inner'))[0] ?? 0), 'the session was seen');
    writeFileSync(at('gate'), '');
    const result = await running;
    expect(result.stopped).toContainEqual({ pid: readPids(at('pid'))[0], name: 'sleep' });
    expect(readPids(at('pid')).filter(isRunning)).toEqual([]);
  });

  it('leaves what watches over a program in the command to its work', async () => {
    const parent = fileURLToPath(new URL('../fixtures/parent.ts', import.meta.url));
    // It ends what is left of its program.
    const inner = `(setsid env -i ${stay} &); ${waitForPid}; kill -s KILL $PPID`;
    writeFileSync(at('inner.sh'), inner);
    const command = `'${process.execPath}' --conditions=sluice-source '${parent}' . '. ./inner.sh'; true`;
    // On a busy machine it runs for so long that it gets a control group, in which nothing is left to its work.
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { stopped } = await run(command);
    vi.useRealTimers();
    expect(stopped.map(({ name }) => name)).not.toContain('sh');
    expect(readPids(at('pid'))).toHaveLength(1);
    await until(() => !readPids(at('pid')).some(isRunning), 'the work is done');
  });

  it('leaves the processes of another command of the session alone', async () => {
    const controller = new AbortController();
    const other = session.run({
      command: `setsid ${stay} & ${waitForPid}; wait`,
      cwd: directory.path,
      outputPath: at('other'),
      signal: controller.signal,
    });
    await until(() => readPids(at('pid')).length === 1, 'the other command is there');
    expect(await run('sleep 1000 &')).toMatchObject({ stopped: [{}] });
    expect(readPids(at('pid')).filter(isRunning)).toHaveLength(1);
    controller.abort();
    await other;
    expect(readPids(at('pid')).filter(isRunning)).toEqual([]);
  });
});
