import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import { LINE, writeLines } from '../support/log-file.ts';
import { measureInChild } from '../support/measure-in-child.ts';
import type { Row, RowOptions } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { shownText } from '../support/shown-text.ts';
import { openToolSession } from '../support/tool-session.ts';
import { readPages } from './read-pages.ts';

const GIGABYTE = 1e9;

/** A page of a huge file costs no more than one of a small file; lines before an offset are skipped, not read. */
export const readRow: Row = {
  name: 'read',
  about: 'Read on files of 1 MB to 1 GB (with --full also 10 GB), and its way to an offset against sed',
  async measure(options) {
    using directory = temporaryDirectory();
    return [
      ...(await readPages(directory.path, options)),
      ...(await firstPage(directory.path, options)),
      ...(await skip(directory.path, options)),
    ];
  },
};

async function firstPage(directory: string, { isQuick }: RowOptions): Promise<readonly Line[]> {
  const small = join(directory, 'small.log');
  const huge = join(directory, 'huge.log');
  writeLines(small, 1e5);
  // All but the first megabytes are a hole that takes no room.
  writeLines(huge, 4e6, 10 * GIGABYTE);
  const times: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < (isQuick ? 1 : 7); run += 1) {
    const { ms, moreMegabytes } = await measureInChild({
      cwd: directory,
      directory,
      name: 'Read',
      warmUp: { file_path: small },
      input: { file_path: huge },
    });
    times.push(ms);
    memory.push(moreMegabytes);
  }
  const of = { status: 'measured', baseline: undefined } as const;
  return [
    {
      ...of,
      name: 'Read: first page of a 10 GB file',
      unit: 'ms',
      ours: times,
      target: { kind: 'at-most', value: 10 },
    },
    {
      ...of,
      name: 'Read: first page of a 10 GB file, more memory at the peak',
      unit: 'MB',
      ours: memory,
      target: { kind: 'at-most', value: 10 },
    },
  ];
}

async function skip(directory: string, { isQuick }: RowOptions): Promise<readonly Line[]> {
  const bytes = isQuick ? GIGABYTE / 10 : GIGABYTE;
  const name = `Read: skipping ${bytes / GIGABYTE} GB to an offset, vs sed -n`;
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < bytes * 2) return [failed(name, `less than ${(bytes * 2) / GIGABYTE} GB are free`)];
  const path = join(directory, 'large.log');
  writeLines(path, bytes);
  const offset = bytes / LINE.length - 100;
  const ours = async (): Promise<number> => {
    // A session answers a second Read of the same lines by naming the first.
    await using session = openToolSession(directory, directory);
    return await timeOf(async () => {
      const finished = await session.call('Read', { file_path: path, offset, limit: 10 });
      if (!shownText(finished).includes('a line of a log')) throw new Error('Read did not reach the offset.');
    });
  };
  const sed = (): Promise<number> =>
    timeOf(async () => {
      const lines = `${offset},${offset + 9}p;${offset + 9}q`;
      const read = await runChild('sed', ['-n', lines, path]);
      if (read.bytes !== LINE.length * 10) throw new Error('sed did not reach the offset.');
    });
  await ours();
  const measured = await interleave(isQuick ? 1 : 5, ours, sed);
  const speed = measured.ours.map((ms) => bytes / GIGABYTE / (ms / 1000));
  return [
    { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'speed-up', atLeast: 1.5 } },
    {
      status: 'measured',
      name: 'Read: skipping to an offset, speed on a warm file',
      unit: 'GB/s',
      ours: speed,
      baseline: undefined,
      target: { kind: 'at-least', value: 2 },
    },
  ];
}
