import { execFile } from 'node:child_process';
import { chmod, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { encodeText, type TextEncoding } from '../../src/files/text/text-encoding.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const FIXTURE = fileURLToPath(new URL('fixtures/read-and-report.ts', import.meta.url));
const GIB = 1024 * 1024 * 1024;
/** What a read may add to the peak, in KiB. */
const FLAT_KIB = 10 * 1024;

async function report(
  directory: string,
  path: string,
  offset = 1,
  { uid, encoding = 'utf8' }: { readonly uid?: number; readonly encoding?: TextEncoding } = {},
): Promise<unknown> {
  const warmUp = join(directory, 'warm-up.txt');
  await writeFile(warmUp, encodeText('line\n'.repeat(400_000), encoding) ?? '');
  const args = ['--conditions=sluice-source', FIXTURE, warmUp, path, String(offset)];
  const { stdout } = await promisify(execFile)(process.execPath, args, uid === undefined ? {} : { uid });
  const parsed: unknown = JSON.parse(stdout);
  return parsed;
}

function flat(file: object): object {
  return { file, risen: expect.toSatisfy((risen: number) => risen < FLAT_KIB, 'less than 10 MiB more') };
}

test('a file of 2 GiB that is one line: its start, and its end, in flat memory', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'one-line');
  await writeFile(path, 'x'.repeat(9000));
  await truncate(path, 2 * GIB);
  expect(await report(directory, path)).toMatchObject(
    flat({
      numLines: 1,
      totalLinesIsLowerBound: true,
      content: expect.stringMatching(/^x{2000} … \[cut here: the line is at least [\d,]+ bytes long\]$/),
    }),
  );
  expect(await report(directory, path, 2)).toMatchObject(flat({ numLines: 0, totalLines: 1 }));
});

test('a file of 2 GiB with lines before the hole: the first page, and the line that is the hole, in flat memory', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'lines');
  await writeFile(path, 'line\n'.repeat(100_000));
  await truncate(path, 2 * GIB);
  expect(await report(directory, path)).toMatchObject(flat({ numLines: 2000, totalLinesIsLowerBound: true }));
  expect(await report(directory, path, 99_999)).toMatchObject(flat({ numLines: 3, cutLines: 1 }));
});

test('a UTF-16 file of 2 GiB: the first page, and one further on, in flat memory', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'wide');
  const encoding = 'utf16le-bom';
  await writeFile(path, encodeText('a line of text\n'.repeat(100_000), encoding) ?? '');
  await truncate(path, 2 * GIB);
  const page = flat({ numLines: 2000, totalLinesIsLowerBound: true, encoding });
  expect(await report(directory, path, 1, { encoding })).toMatchObject(page);
  expect(await report(directory, path, 90_000, { encoding })).toMatchObject(page);
});

test('a file that this user may not read', async () => {
  const directory = await temporaryDirectory();
  await chmod(directory, 0o755);
  const path = join(directory, 'secret');
  await writeFile(path, 'secret');
  await chmod(path, 0);
  // Nothing keeps root from reading.
  const other = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  expect(await report(directory, path, 1, other)).toMatchObject({
    failure: `Permission denied: this user may not read ${path}.`,
  });
});
