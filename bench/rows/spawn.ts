import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession } from '../support/tool-session.ts';

/** Commands of one measurement, since a single one takes about a millisecond. */
const BATCH = 10;

/** Every run of the command leaves one byte, which shows how often it really ran. */
const COMMAND = 'printf x >> ran';

/** What the Bash tool costs beside a bare child that runs the same command. */
export const spawnRow: Row = {
  name: 'spawn',
  about: 'a call of Bash against a bare spawn of the shell, plain',
  async measure({ isQuick }) {
    return [await steady(isQuick ? 3 : 15), await firstOfSession(isQuick ? 3 : 15)];
  },
};

async function steady(runs: number): Promise<Line> {
  const name = 'a Bash call, vs a bare spawn of the shell';
  using directory = temporaryDirectory();
  const { path } = directory;
  await using session = openToolSession(path, path);
  const counts = { results: 0 };
  const ours = async (): Promise<number> => {
    const ms = await timeOf(async () => {
      for (let call = 0; call < BATCH; call += 1) {
        counts.results += (await session.call('Bash', { command: COMMAND })).ok;
      }
    });
    return ms / BATCH;
  };
  const baseline = async (): Promise<number> =>
    (await timeOf(async () => {
      for (let call = 0; call < BATCH; call += 1) await bareSpawn(path);
    })) / BATCH;
  await interleave(2, ours, baseline);
  const measured = await interleave(runs, ours, baseline);
  return judged(
    name,
    3,
    measured,
    { results: counts.results, commands: commandsIn(path) / 2 },
    (runs + 2) * BATCH,
  );
}

/** The first command of a session also starts the watchdog that ends what a killed program leaves behind. */
async function firstOfSession(runs: number): Promise<Line> {
  const name = 'the first Bash call of a session, vs a bare spawn of the shell';
  using directory = temporaryDirectory();
  const { path } = directory;
  const counts = { results: 0 };
  const ours = async (): Promise<number> => {
    await using session = openToolSession(path, path);
    return await timeOf(async () => {
      counts.results += (await session.call('Bash', { command: COMMAND })).ok;
    });
  };
  const baseline = (): Promise<number> => timeOf(() => bareSpawn(path));
  await interleave(2, ours, baseline);
  const measured = await interleave(runs, ours, baseline);
  return judged(name, 6, measured, { results: counts.results, commands: commandsIn(path) / 2 }, runs + 2);
}

function judged(
  name: string,
  atMost: number,
  measured: Awaited<ReturnType<typeof interleave>>,
  counts: { readonly results: number; readonly commands: number },
  calls: number,
): Line {
  const missing = shortfall(counts, calls);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'difference', atMost } };
}

async function bareSpawn(cwd: string): Promise<void> {
  const [code] = await once(spawn('/bin/bash', ['-c', COMMAND], { cwd, stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`bash ended with ${String(code)}`);
}

function commandsIn(directory: string): number {
  return statSync(join(directory, 'ran')).size;
}
