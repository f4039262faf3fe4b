import { execFileSync } from 'node:child_process';
import { createProcessSession } from '@sluice/process';
import { afterAll, describe, expect, it } from 'vitest';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from './fake-context.ts';

const processes = createProcessSession();
const tool = createBashTool({ processes });
await tool.load?.();
const world = createFakeWorld();
afterAll(() => world.dispose());

const me = String(process.pid);
/** By what pkill and killall know this process. */
const name = execFileSync('ps', ['-o', 'comm=', '-p', me], { encoding: 'utf8' }).trim();
const [start = ''] = name;

const check = async (command: string) => tool.validateInput?.({ command }, world.context());

describe('a command that would end the program that runs it', () => {
  it.each([
    `pkill ${name}`,
    `pkill -9 -x ${name}`,
    `pkill --signal KILL '^${start}'`,
    `pkill -f ${process.execPath}`,
    `pkill -TERM -P ${process.ppid} ${name}`,
    `cd / && sudo pkill -SIGKILL -f node`,
    `pgrep x || killall ${name}`,
    `killall -9 -r '^${start}'`,
    `kill ${me}`,
    `kill -9 ${me} 1234567`,
    `kill -s TERM -- -1`,
    `bash -c 'kill -KILL ${me}'`,
    'kill -9 $PPID',
    'kill "${PPID}"',
  ])('is refused: %s', async (command) => {
    expect(await check(command)).toMatchObject({
      ok: false,
      code: 'self-protection',
      message: expect.stringContaining(`pid ${me}`),
    });
  });

  it.each([
    'pkill no-such-program-is-here',
    'pkill -f "no such words are on any command line, I say"',
    `pkill -P 1234567 ${name}`,
    'killall no-such-program',
    'kill 1234567',
    'kill -1 1234567',
    'kill -l',
    'kill %1',
    'sleep 1 & kill $!',
    'echo $PPID',
    `echo pkill ${name}`,
    'pkill "$pattern"',
  ])('is not: %s', async (command) => {
    expect(await check(command)).toEqual({ ok: true });
  });

  it('a pattern that takes long to match is no more than looked for', async () => {
    expect(await check(`pkill -f '(a*)*(a*)*(a*)*$^b'`)).toBeDefined();
  });
});
