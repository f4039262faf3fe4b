import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { shortfall } from '../support/counts.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Target } from '../support/table/target.ts';
import { LINE, writeLines } from '../support/log-file.ts';
import type { RowOptions } from '../support/table/row.ts';
import { shownText } from '../support/shown-text.ts';
import { openToolSession } from '../support/tool-session.ts';

interface Size {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds that others publish for a file of this size. */
  readonly ceiling?: number;
  readonly isFullOnly?: boolean;
}

const SIZES: readonly Size[] = [
  { name: '1 MB', bytes: 1e6, ceiling: 10 },
  { name: '10 MB', bytes: 1e7, ceiling: 50 },
  { name: '100 MB', bytes: 1e8, ceiling: 500 },
  { name: '1 GB', bytes: 1e9 },
  { name: '10 GB', bytes: 1e10, isFullOnly: true },
];

const FIRST = 'the first line of the file';
const MIDDLE = 'the line in the middle of the file';
/** Lines of a page. */
const LIMIT = 100;

/** The first page and the page in the middle of files of every size, in the page cache. */
export async function readPages(
  directory: string,
  { isQuick, isFull }: RowOptions,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of SIZES) {
    if (size.isFullOnly === true && !isFull) continue;
    if (isQuick && size.bytes > 1e8) continue;
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < size.bytes * 1.5) {
      lines.push(failed(`Read: ${size.name}`, `less than ${(size.bytes * 1.5) / 1e9} GB are free`));
      continue;
    }
    const path = join(directory, `pages-${size.name.replace(' ', '-')}.log`);
    const middle = plantFile(path, size.bytes);
    const runs = isQuick ? 1 : size.bytes > 1e9 ? 3 : 7;
    const target: Target =
      size.ceiling === undefined ? { kind: 'none' } : { kind: 'at-most', value: size.ceiling };
    const page = { directory, path, runs };
    lines.push(
      await measurePage(`Read: first page of ${size.name}`, { ...page, offset: 1, expected: FIRST }, target),
      await measurePage(
        `Read: page in the middle of ${size.name}`,
        { ...page, offset: middle, expected: MIDDLE },
        target,
      ),
    );
    rmSync(path);
  }
  return lines;
}

interface Page {
  readonly directory: string;
  readonly path: string;
  readonly offset: number;
  readonly expected: string;
  readonly runs: number;
}

async function measurePage(
  name: string,
  { directory, path, offset, expected, runs }: Page,
  target: Target,
): Promise<Line> {
  const counts = { pages: 0 };
  const ours: number[] = [];
  const warmUps = 1;
  for (let run = -warmUps; run < runs; run += 1) {
    // A session answers a second Read of the same lines by naming the first.
    await using session = openToolSession(directory, directory);
    const startedAt = performance.now();
    const finished = await session.call('Read', { file_path: path, offset, limit: LIMIT });
    const ms = performance.now() - startedAt;
    if (shownText(finished).includes(expected)) counts.pages += 1;
    if (run >= 0) ours.push(ms);
  }
  const missing = shortfall(counts, runs + warmUps);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ours, baseline: undefined, target };
}

/** Answers with the number of the line in the middle. */
function plantFile(path: string, bytes: number): number {
  writeLines(path, bytes);
  const before = bytes / LINE.length / 2;
  const file = openSync(path, 'r+');
  try {
    writeSync(file, FIRST, 0);
    writeSync(file, MIDDLE, before * LINE.length);
  } finally {
    closeSync(file);
  }
  return before + 1;
}
