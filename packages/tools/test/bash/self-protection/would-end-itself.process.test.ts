import { execFileSync } from 'node:child_process';
import { createProcessSession } from '@sluice/process';
import { afterAll, describe, expect, it } from 'vitest';
import { createBashTool } from '../../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from '../fake-context.ts';

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
    `nohup pkill -9 -f ${process.execPath}`,
    `timeout 5 pkill ${name}`,
    `timeout -s KILL 5 nice -n 5 pkill ${name}`,
    `command killall ${name}`,
    `stdbuf -o0 nohup kill -9 ${me}`,
    `sudo nohup setsid pkill ${name}`,
    `pgrep -f ${process.execPath} | xargs kill -9`,
    `pgrep ${name} | head -5 | xargs -r -n1 sudo kill`,
    `timeout 5 pgrep ${name} 2>/dev/null | xargs timeout 5 kill`,
    `pgrep -d, ${name} | tr , ' ' | xargs -I{} kill {}`,
    `kill $(pgrep -f ${process.execPath})`,
    `kill -9 \`pgrep ${name}\``,
    `sudo kill -s KILL $(pgrep ${name} | grep -v 1234567)`,
    `pid=$(pgrep ${name}); echo "$pid"; kill -9 $pid`,
    `for pid in $(pgrep ${name}); do kill "\${pid}"; done`,
    `pgrep ${name} | while read -r pid; do kill $pid; done`,
    `bash -c 'pgrep ${name} | xargs kill'`,
    `bash -c "kill $(pgrep ${name})"`,
    `ps -eo pid,comm | grep ${name} | awk '{print $1}' | xargs kill -9`,
    `ps -eo pid,comm | grep -i ${name.toUpperCase()} | grep -v grep | awk '{ print $1 }' | sort -u | xargs kill`,
    `ps -eo user,pid,comm | awk '/${name}/ {print $2}' | xargs kill`,
    `ps -eo user,pid,comm | awk 'NR > 1 && $3 != "grep" {print $2}' | xargs kill`,
    `ps -eo pid,comm | grep -E -- '${name}' | sed 's/^ *//; s/ .*//' | xargs kill`,
    `echo ${me} | xargs kill`,
    'echo $PPID | xargs kill',
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
    'nohup pkill no-such-program-is-here',
    'pgrep no-such-program-is-here | xargs kill',
    'kill $(pgrep no-such-program-is-here)',
    'pgrep "$pattern" | xargs kill',
    'kill $(pgrep "$pattern")',
    `pgrep ${name}; kill $other`,
    `pgrep ${name} | wc -l; kill $other`,
    `pgrep ${name} | grep -v ${me} | xargs kill`,
    `pgrep ${name} | sed 's/^/9/' | xargs kill`,
    `pid=$(pgrep ${name}); kill $pidfile`,
    `ps -eo pid,comm | grep no-such-program-is-here | awk '{print $1}' | xargs kill`,
    `ps -eo ppid,pid,comm | grep ${me} | grep -v vitest-none | awk '{print $9}' | xargs kill`,
    'echo 1234567 | xargs kill',
    `pgrep ${name} | awk '{print > "pids"}' | xargs kill`,
    `pgrep ${name} | awk '{print}' pids | xargs kill`,
    `pgrep ${name} | xargs echo kill`,
  ])('is not: %s', async (command) => {
    expect(await check(command)).toEqual({ ok: true });
  });

  it('a pattern that takes long to match is no more than looked for', async () => {
    expect(await check(`pkill -f '(a*)*(a*)*(a*)*$^b'`)).toBeDefined();
  });
});
