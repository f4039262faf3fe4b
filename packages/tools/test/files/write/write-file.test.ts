import { constants } from 'node:fs';
import { chmod, chown, link, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWholeFile } from '../../../src/files/write/write-file.ts';
import { nodeWriteIo, type WriteIo } from '../../../src/files/write/write-io.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const existingStats = (path: string) => stat(path, { bigint: true });
const systemError = (code: string) => Object.assign(new Error(`${code}: made up`), { code });

type HandleStep = 'write' | 'sync' | 'chmod' | 'stat';

/** Real files, on whose handles one step fails; `mayWriteOver` lets files that exist be written as usual. */
function failingOn(step: HandleStep, code: string): WriteIo {
  return {
    ...nodeWriteIo,
    async open(path, flags, mode) {
      const handle = await nodeWriteIo.open(path, flags, mode);
      if ((flags & constants.O_EXCL) !== 0) handle[step] = () => Promise.reject(systemError(code));
      return handle;
    },
  };
}

test.each([
  ['open', { ...nodeWriteIo, open: () => Promise.reject(systemError('ENOSPC')) }, 'disk-full'],
  ['write', failingOn('write', 'ENOSPC'), 'disk-full'],
  ['chmod', failingOn('chmod', 'EIO'), 'disk-error'],
  ['sync', failingOn('sync', 'EDQUOT'), 'disk-full'],
  ['stat', failingOn('stat', 'EIO'), 'disk-error'],
  ['rename', { ...nodeWriteIo, rename: () => Promise.reject(systemError('EROFS')) }, 'read-only-file-system'],
] satisfies [string, WriteIo, string][])(
  'a failure of %s leaves the file as it was and nothing beside it',
  async (_, io, code) => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'a.txt');
    await writeFile(path, 'old');
    const written = await writeWholeFile(
      { path, bytes: Buffer.from('new'), existing: await existingStats(path) },
      io,
    );
    expect(written).toMatchObject({
      ok: false,
      code,
      message: expect.stringContaining('The file is unchanged.'),
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(directory)).toEqual(['a.txt']);
  },
);

test('the file holds the old content until the rename, and the new one is whole and on disk by then', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  await writeFile(path, 'old');
  const seen: string[] = [];
  const io: WriteIo = {
    ...nodeWriteIo,
    async rename(from, to) {
      seen.push(await readFile(to, 'utf8'), await readFile(from, 'utf8'));
      await nodeWriteIo.rename(from, to);
    },
  };
  await writeWholeFile({ path, bytes: Buffer.from('new'), existing: await existingStats(path) }, io);
  expect([...seen, await readFile(path, 'utf8')]).toEqual(['old', 'new', 'new']);
});

test('a file system that keeps fewer bytes than it took is found out', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  const io: WriteIo = {
    ...nodeWriteIo,
    async rename(from, to) {
      await nodeWriteIo.rename(from, to);
      await writeFile(to, '');
    },
  };
  const written = await writeWholeFile({ path, bytes: Buffer.from('new'), existing: undefined }, io);
  expect(written).toMatchObject({ ok: false, code: 'damaged-file' });
});

test.each(['EACCES', 'EPERM', 'EBUSY', 'EXDEV'])(
  'a file that can not be replaced (%s) is written in place',
  async (code) => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'a.txt');
    await writeFile(path, 'old and long');
    const existing = await existingStats(path);
    const io: WriteIo = { ...nodeWriteIo, rename: () => Promise.reject(systemError(code)) };
    const written = await writeWholeFile({ path, bytes: Buffer.from('new'), existing }, io);
    expect(written).toMatchObject({ ok: true, stats: { ino: existing.ino, size: 3n } });
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(directory)).toEqual(['a.txt']);
  },
);

test('mode and owner stay; a new file gets what the umask leaves', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.sh');
  await writeFile(path, 'old');
  await chmod(path, 0o4751);
  if (process.getuid?.() === 0) {
    await chown(path, 1234, 4321);
    await chmod(path, 0o4751);
  }
  const before = await stat(path);
  await writeWholeFile({ path, bytes: Buffer.from('new'), existing: await existingStats(path) });
  const after = await stat(path);
  expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);

  const made = join(directory, 'new/deep/b.txt');
  await writeWholeFile({ path: made, bytes: Buffer.from(''), existing: undefined });
  expect((await stat(made)).mode & 0o777).toBe(0o666 & ~process.umask());
});

test.each(['longer than before', 'short', ''])(
  'all names of a file see what is written to one: %j',
  async (text) => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'a.txt');
    const other = join(directory, 'b.txt');
    await writeFile(path, 'the old text');
    await link(path, other);
    await writeWholeFile({ path, bytes: Buffer.from(text), existing: await existingStats(path) });
    expect(await readFile(other, 'utf8')).toBe(text);
    expect((await stat(path)).nlink).toBe(2);
  },
);

/** Real files; a step on the handle of an existing one is followed by what another program does. */
function whileWriting(step: 'stat' | 'sync', meanwhile: () => Promise<void>): WriteIo {
  let isDone = false;
  return {
    ...nodeWriteIo,
    async open(path, flags, mode) {
      const handle = await nodeWriteIo.open(path, flags, mode);
      const real = handle[step].bind(handle);
      Object.assign(handle, {
        async [step](...args: []) {
          const result = await real(...args);
          if (!isDone) await meanwhile();
          isDone = true;
          return result;
        },
      });
      return handle;
    },
  };
}

test.each([
  [
    'changed after it was confirmed',
    'changed text',
    'changed text',
    { code: 'changed-meanwhile', message: expect.stringContaining('Nothing was written.') },
  ],
  [
    'longer after it was confirmed',
    'the old text and more, far beyond the new',
    undefined,
    { code: 'damaged-file', message: expect.stringContaining('another program wrote to it') },
  ],
])('a file that is written in place is left when it is %s', async (_, theirs, left, expected) => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  await writeFile(path, 'the old text');
  await link(path, join(directory, 'b.txt'));
  const existing = await existingStats(path);
  const io = whileWriting('sync', async () => {
    const handle = await nodeWriteIo.open(path, constants.O_RDWR);
    await handle.write(theirs, 0);
    await handle.close();
  });
  const written = await writeWholeFile(
    { path, bytes: Buffer.from('a new and longer text'), existing, held: Buffer.from('the old text') },
    io,
  );
  expect(written).toMatchObject({ ok: false, ...expected });
  if (left !== undefined) expect(await readFile(path, 'utf8')).toBe(left);
});

test('a file that another one takes the place of while it is written in place is not said to be written', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  await writeFile(path, 'the old text');
  await link(path, join(directory, 'b.txt'));
  await writeFile(join(directory, 'c.txt'), 'theirs');
  const io = whileWriting('sync', () => rename(join(directory, 'c.txt'), path));
  const existing = await existingStats(path);
  const written = await writeWholeFile({ path, bytes: Buffer.from('new'), existing }, io);
  expect(written).toMatchObject({
    code: 'damaged-file',
    message: expect.stringContaining('another program replaced it'),
  });
});

test('a link of which the real path is written stays a link', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'target'), 'old');
  await symlink('target', join(directory, 'link'));
  const path = join(directory, 'target');
  await writeWholeFile({ path, bytes: Buffer.from('new'), existing: await existingStats(path) });
  expect(await readFile(join(directory, 'link'), 'utf8')).toBe('new');
});
