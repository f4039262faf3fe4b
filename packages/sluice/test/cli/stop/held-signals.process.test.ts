import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../exec/support/until.ts';

const LOOKER = fileURLToPath(new URL('look-for-held-signals.ts', import.meta.url));
const RUN = `'${process.execPath}' --conditions=sluice-source '${LOOKER}'`;

/** A shell that runs the looker, and how to ask that. */
async function startShell(shell: string, script: string) {
  // A group of its own, as a terminal gives to what it runs.
  const child = spawn(shell, ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  const { pid = 0 } = child;
  const status = (): string => readFileSync(`/proc/${pid}/status`, 'latin1');
  const sleeps = (): string | undefined => /^voluntary_ctxt_switches:.*/m.exec(status())?.[0];
  const isIn = (state: string): boolean => status().includes(`State:\t${state}`);
  const lookerThreads = (): string[] => {
    const looker = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return readdirSync(`/proc/${looker}/task`).map((thread) =>
      readFileSync(`/proc/${looker}/task/${thread}/status`, 'latin1'),
    );
  };
  await until(() => (isIn('S') ? true : undefined));
  return {
    pid,
    isIn,
    /** A group does not stop at once: the shell can be stopped while threads of the looker still run. */
    isAllStopped: (): boolean => isIn('T') && lookerThreads().every((thread) => thread.includes('State:\tT')),
    async look(): Promise<readonly boolean[]> {
      const answers: boolean[] = [];
      for (let time = 0; time < 3; time += 1) {
        child.stdin.write('\n');
        answers.push((await lines.next()).value === 'true');
      }
      return answers;
    },
    async signal(signal: NodeJS.Signals): Promise<void> {
      const before = sleeps();
      process.kill(pid, signal);
      await until(() => (sleeps() !== before && isIn('S') ? true : undefined));
    },
  };
}

const NONE = [false, false, false];

describe.each(['/bin/sh', '/bin/bash'])('of %s', (path) => {
  it('a signal is seen once, each time', async () => {
    const shell = await startShell(path, `${RUN}; exit $?`);
    expect(await shell.look()).toEqual(NONE);
    await shell.signal('SIGINT');
    expect(await shell.look()).toEqual([false, true, false]);
    await shell.signal('SIGINT');
    expect(await shell.look()).toEqual([false, true, false]);
  });

  it('stopping and continuing everything is not a signal, nor is stopping the shell alone', async () => {
    const shell = await startShell(path, `${RUN}; exit $?`);
    for (const target of [-shell.pid, shell.pid]) {
      process.kill(target, 'SIGSTOP');
      await until(() => ((target > 0 ? shell.isIn('T') : shell.isAllStopped()) ? true : undefined));
      if (target > 0) expect(await shell.look()).toEqual(NONE);
      process.kill(target, 'SIGCONT');
      await until(() => (shell.isIn('S') ? true : undefined));
      expect(await shell.look()).toEqual(NONE);
    }
    await shell.signal('SIGINT');
    expect(await shell.look()).toEqual([false, true, false]);
  });

  it('the end of another command that it runs is not a signal', async () => {
    const shell = await startShell(path, `sleep 1000 & ${RUN}; exit $?`);
    const children = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'latin1').split(' ');
    process.kill(Number(children[0]), 'SIGKILL');
    expect(await shell.look()).toEqual(NONE);
  });
});
