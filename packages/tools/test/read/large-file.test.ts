import { open, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeFiles } from '@sluice/host';
import type { ReadRecord } from '@sluice/core';
import { expect, test } from 'vitest';
import { createReadRoom } from './read-room.ts';

const LINE = `${'x'.repeat(99)}\n`;
const LINES = 700_000;

/** A file above 64 MiB, of which a page in the middle was read. */
async function readPage() {
  const room = await createReadRoom();
  const path = join(room.cwd, 'large.txt');
  await writeFile(path, LINE.repeat(LINES));
  const { record } = await room.read({ file_path: path, offset: 300_000, limit: 100 });
  if (record === undefined) throw new Error('not recorded');
  return { path, record };
}

async function change(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write('y', position);
  await file.close();
}

const isFresh = async (path: string, record: ReadRecord) =>
  (await createNodeFiles().fingerprint(path, record))?.hash === record.hash;

test.each([
  ['a touch', true, (path: string) => utimes(path, 1, 1)],
  ['a change where nothing was read', true, (path: string) => change(path, 1000)],
  ['a change in what was read', false, (path: string) => change(path, 299_999 * 100 + 5000)],
  ['a line more', false, (path: string) => writeFile(path, LINE, { flag: 'a' })],
  ['other content', false, (path: string) => writeFile(path, 'short')],
] as const)('after %s, a page of a large file is as it was: %s', async (_, expected, act) => {
  const { path, record } = await readPage();
  expect(record.parts).toHaveLength(1);
  expect(await isFresh(path, record)).toBe(true);
  await act(path);
  expect(await isFresh(path, record)).toBe(expected);
});
