import { chmod, link, readFile, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { asRoot, asUser, canActAsRoot, mountTmpfs } from '../../../../../test/support/as-root.ts';
import { writeWholeFile } from '../../../src/files/write/write-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const ONCE = fileURLToPath(new URL('../fixtures/write-once.ts', import.meta.url));
const NOBODY_UID = 65_534;

/** A file system of 64 KiB, with a file of 24 KiB on it. */
async function tinyDisk(): Promise<string> {
  const directory = await temporaryDirectory();
  mountTmpfs(directory, 64);
  onTestFinished(() => void asRoot('umount', directory));
  const path = join(directory, 'a.txt');
  await writeFile(path, 'o'.repeat(24 * 1024));
  return directory;
}

test.runIf(canActAsRoot).each([
  ['the new content and the old one do not fit together', 'a.txt', 56 * 1024],
  ['the new content alone does not fit', 'a.txt', 200 * 1024],
  ['a new file does not fit', 'new.txt', 200 * 1024],
])('a full disk: %s', async (_, name, size) => {
  const directory = await tinyDisk();
  const path = join(directory, name);
  const existing = name === 'a.txt' ? await stat(path, { bigint: true }) : undefined;
  const written = await writeWholeFile({ path, bytes: Buffer.alloc(size, 'n'), existing });
  expect(written).toMatchObject({
    ok: false,
    code: 'disk-full',
    message: expect.stringContaining('is full'),
  });
  expect(await readFile(join(directory, 'a.txt'), 'utf8')).toBe('o'.repeat(24 * 1024));
  expect(await readdir(directory)).toEqual(['a.txt']);
});

test.runIf(canActAsRoot)(
  'a full disk leaves a file with two names as it was, though it is written in place',
  async () => {
    const directory = await tinyDisk();
    const path = join(directory, 'a.txt');
    await link(path, join(directory, 'b.txt'));
    const existing = await stat(path, { bigint: true });
    const written = await writeWholeFile({ path, bytes: Buffer.alloc(200 * 1024, 'n'), existing });
    expect(written).toMatchObject({
      ok: false,
      code: 'disk-full',
      message: expect.stringContaining('unchanged'),
    });
    expect(await readFile(path, 'utf8')).toBe('o'.repeat(24 * 1024));
    await unlink(join(directory, 'b.txt'));
  },
);

test.runIf(canActAsRoot).each([
  ['a file of another owner, in a directory of everyone, keeps its owner', 0o777, 0o666, 0, 'ok'],
  ['a file in a directory where nothing may be made is written in place', 0o755, 0o666, 0, 'ok'],
  ['a file that may not be written is left alone', 0o755, 0o644, 0, 'no-permission'],
  ['a file of its own that is marked read-only is left alone', 0o777, 0o444, NOBODY_UID, 'no-permission'],
])('another user: %s', async (_, directoryMode, fileMode, owner, outcome) => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  await writeFile(path, 'old');
  await chmod(path, fileMode);
  await chmod(directory, directoryMode);
  asRoot('chown', `${owner}:${owner}`, path);
  const { ino } = await stat(path);
  const args = ['--conditions=sluice-source', ONCE, path];
  expect(asUser(NOBODY_UID, process.execPath, ...args)).toBe(outcome);
  expect(await stat(path)).toMatchObject({ uid: owner, ino });
  expect(asRoot('cat', path)).toBe(outcome === 'ok' ? 'new' : 'old');
  expect(await readdir(directory)).toEqual(['a.txt']);
});
