import { join } from 'node:path';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { interleave, timeOf } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import { measureInChild } from '../support/measure-in-child.ts';
import type { Row, RowOptions } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession } from '../support/tool-session.ts';

const MEBIBYTE = 1024 * 1024;

/** A command's output goes to its file without passing through this process, so its size costs neither time nor memory. */
export const outputRow: Row = {
  name: 'output',
  about: 'a command that prints 100 MiB (with --full also 5 GB), against the same redirected by sh',
  async measure(options) {
    const lines = [...(await measureOutput('100 MiB', 100 * MEBIBYTE, options.isQuick ? 3 : 9, options))];
    if (options.isFull) lines.push(...(await measureOutput('5 GB', 5e9, 2, options)));
    return lines;
  },
};

async function measureOutput(
  size: string,
  bytes: number,
  runs: number,
  { isQuick }: RowOptions,
): Promise<readonly Line[]> {
  using directory = temporaryDirectory();
  const { path } = directory;
  const command = `yes 'a line of output' | head -c ${bytes}`;
  const target = join(path, 'redirected');
  const measured = await measureTime(path, command, target, bytes, runs);
  const memory: number[] = [];
  for (let run = 0; run < (isQuick ? 1 : Math.min(runs, 3)); run += 1) {
    const { moreMegabytes } = await measureInChild({
      cwd: path,
      directory: path,
      name: 'Bash',
      warmUp: { command: 'echo ready' },
      input: { command, timeout: 600_000 },
    });
    if (storedBytes(path) !== bytes) throw new Error('Not all of the output was kept.');
    memory.push(moreMegabytes);
    rmSync(join(path, 'tool-results'), { recursive: true, force: true });
  }
  return [
    {
      status: 'measured',
      name: `a command that prints ${size}, vs redirected by sh`,
      unit: 'ms',
      ...measured,
      target: { kind: 'ratio', atMost: 1.25, plus: 0 },
    },
    {
      status: 'measured',
      name: `a command that prints ${size}, more memory at the peak, its processes included`,
      unit: 'MB',
      ours: memory,
      baseline: undefined,
      target: { kind: 'at-most', value: 20 },
    },
  ];
}

/** Bytes of all results that were too long to show. */
function storedBytes(directory: string): number {
  const results = join(directory, 'tool-results');
  return readdirSync(results).reduce((sum, name) => sum + statSync(join(results, name)).size, 0);
}

async function measureTime(
  directory: string,
  command: string,
  target: string,
  bytes: number,
  runs: number,
): ReturnType<typeof interleave> {
  await using session = openToolSession(directory, directory);
  await session.call('Bash', { command: 'echo ready' });
  const ours = async (): Promise<number> => {
    const time = await timeOf(async () => {
      const { results } = await session.call('Bash', { command, timeout: 600_000 });
      const storedAt = results[0]?.record.storedAt;
      if (storedAt === undefined || statSync(storedAt).size !== bytes) {
        throw new Error('Not all of the output was kept.');
      }
    });
    rmSync(join(directory, 'tool-results'), { recursive: true, force: true });
    return time;
  };
  const baseline = async (): Promise<number> => {
    const time = await timeOf(() => runChild('sh', ['-c', `{ ${command}; } > ${target}`]));
    if (statSync(target).size !== bytes) throw new Error('sh did not write all of the output.');
    rmSync(target);
    return time;
  };
  await interleave(1, ours, baseline);
  return await interleave(runs, ours, baseline);
}
