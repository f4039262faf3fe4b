import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRunning, readPids, until } from '../../../../process/test/helpers.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import type { Faults } from '../../../../session/test/mcp/support/fault-server.ts';
import { ended, startCli, toolUse, type Cli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

interface Run {
  readonly child: Cli;
  readonly pids: () => readonly number[];
}

/** On a busy machine a server takes seconds to be there. One that hangs is waited for as long as this. */
const HANGS_MS = 10_000;
const LONG_MS = 120_000;

/** Starts `sluice ARGS` with servers each of which has a process in a session of its own. */
function start(
  args: readonly string[],
  faults: Faults,
  timeoutMs = faults.start === 'hangs' ? HANGS_MS : LONG_MS,
  count = 1,
): Run {
  const cwd = scratch();
  const file = join(cwd, 'pids');
  const entry = faultEntry({ ...faults, pids: file, hasGrandchild: true });
  const names = ['f', ...Array.from({ length: count - 1 }, (_, index) => `f${index}`)];
  const servers = Object.fromEntries(names.map((name) => [name, entry]));
  writeFileSync(join(cwd, 'servers.json'), JSON.stringify({ mcpServers: servers }));
  const env = { HOME: cwd, SLUICE_STATE_DIR: join(cwd, 'state'), MCP_TIMEOUT: String(timeoutMs) };
  const child = startCli([...args, '--mcp-config', 'servers.json', '--cwd', cwd], { env });
  return { child, pids: () => readPids(file) };
}

const EXEC = ['exec', '--allow', 'mcp__f'];
const FAULTS: readonly Faults[] = [{}, { ignoresTerm: true }];
const STARTS: readonly Faults[] = [
  { start: 'exits' },
  { start: 'hangs', ignoresTerm: true },
  { start: 'refuses' },
];

async function nothingIsLeft({ child, pids }: Run, count: number): Promise<void> {
  await ended(child);
  await until(() => pids().length === count, 'its processes have been there');
  await until(() => !pids().some(isRunning), 'nothing is left');
}

it.each([...FAULTS, ...STARTS])('a run that ends leaves nothing of a server behind: %j', async (faults) => {
  const run = start(EXEC, faults);
  run.child.stdin.end(toolUse('a', 'mcp__f__echo', {}));
  await nothingIsLeft(run, 2);
});

it.each([...FAULTS, ...STARTS])('sluice mcp list leaves nothing of a server behind: %j', async (faults) => {
  const run = start(['mcp', 'list'], faults);
  run.child.stdin.end();
  await nothingIsLeft(run, 2);
});

it.each(
  (['SIGINT', 'SIGTERM', 'SIGKILL'] as const).flatMap((signal) =>
    FAULTS.map((faults) => [signal, faults] as const),
  ),
)('a run that gets %s in a call leaves nothing of a server behind: %j', async (signal, faults) => {
  const run = start(EXEC, faults);
  run.child.stdin.write(toolUse('a', 'mcp__f__hang', {}) + '{"type":"message_stop"}\n');
  await until(() => run.pids().length === 2, 'the server is there');
  run.child.kill(signal);
  await nothingIsLeft(run, 2);
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a run that gets %s while servers connect, and others wait for their turn, leaves nothing behind',
  async (signal) => {
    const run = start(EXEC, { start: 'hangs' }, LONG_MS, 5);
    // Three start at the same time, and two wait for their turn, which never comes.
    await until(() => run.pids().length === 6, 'three servers are there');
    expect(run.pids().every(isRunning)).toBe(true);
    run.child.kill(signal);
    await nothingIsLeft(run, 6);
  },
);
