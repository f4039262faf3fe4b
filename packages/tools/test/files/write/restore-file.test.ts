import {
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOfBytes } from '../../../src/files/load/fingerprint.ts';
import { fileNow, restoreFile, type FileRestore } from '../../../src/files/write/restore-file.ts';
import { nodeWriteIo, type WriteIo } from '../../../src/files/write/write-io.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const never = new AbortController().signal;
const hash = (text: string): string => hashOfBytes(Buffer.from(text));
const OLD = { bytes: Buffer.from('old \xff', 'latin1'), mode: 0o4751 };
const systemError = (code: string) => Object.assign(new Error(`${code}: made up`), { code });

async function room(content?: string) {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.txt');
  if (content !== undefined) await writeFile(path, content);
  const restore = (more: Partial<FileRestore> = {}, io?: WriteIo) =>
    restoreFile(
      { path, expectedHash: content === undefined ? undefined : hash(content), target: OLD, ...more },
      never,
      io,
    );
  return { directory, path, restore };
}

test('a file gets its bytes and its mode', async () => {
  const { path, restore } = await room('new');
  expect(await restore()).toBeUndefined();
  expect(await readFile(path)).toEqual(OLD.bytes);
  expect((await stat(path)).mode & 0o7777).toBe(OLD.mode);
});

test('so does one with two names, and one that is gone', async () => {
  const linked = await room('new');
  await link(linked.path, join(linked.directory, 'b.txt'));
  expect(await linked.restore()).toBeUndefined();
  expect(await readFile(join(linked.directory, 'b.txt'))).toEqual(OLD.bytes);
  expect((await stat(linked.path)).mode & 0o7777).toBe(OLD.mode);
  const gone = await room();
  expect(await gone.restore()).toBeUndefined();
  expect(await readFile(gone.path)).toEqual(OLD.bytes);
  expect((await stat(gone.path)).mode & 0o7777).toBe(OLD.mode);
});

test('a file that was made is removed, and nothing else', async () => {
  const { directory, restore } = await room('new');
  await writeFile(join(directory, 'b.txt'), 'other');
  expect(await restore({ target: undefined })).toBeUndefined();
  expect(await readdir(directory)).toEqual(['b.txt']);
  expect(await restore({ expectedHash: undefined, target: undefined })).toBeUndefined();
});

test.each([
  ['holds something else', 'new', { expectedHash: hash('other') }],
  ['is there, though it should not be', 'new', { expectedHash: undefined }],
  ['is gone, though it should be there', undefined, { expectedHash: hash('new') }],
  ['holds something else, and is to be removed', 'new', { expectedHash: hash('other'), target: undefined }],
])('a file that %s is left so', async (_, content, more) => {
  const { directory, path, restore } = await room(content);
  expect(await restore(more)).toMatchObject({ code: 'changed-meanwhile' });
  expect(await readdir(directory)).toEqual(content === undefined ? [] : ['a.txt']);
  if (content !== undefined) expect(await readFile(path, 'utf8')).toBe(content);
});

const failing = (step: 'rename' | 'unlink' | 'open', code: string): WriteIo => ({
  ...nodeWriteIo,
  [step]: () => Promise.reject(systemError(code)),
});

test.each([
  ['no file can be made', failing('open', 'ENOSPC'), OLD, 'disk-full'],
  ['the rename fails', failing('rename', 'EIO'), OLD, 'disk-error'],
  ['the removal fails', failing('unlink', 'EACCES'), undefined, 'no-permission'],
] as const)('a failure leaves the file as it was: %s', async (_, io, target, code) => {
  const { directory, path, restore } = await room('new');
  expect(await restore({ target }, io)).toMatchObject({ ok: false, code });
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(directory)).toEqual(['a.txt']);
});

test('who dies at any moment of it leaves the old content or the new', async () => {
  const seen: string[] = [];
  const { path, restore } = await room('new');
  const io: WriteIo = {
    ...nodeWriteIo,
    async open(...args) {
      seen.push(await readFile(path, 'latin1'));
      return nodeWriteIo.open(...args);
    },
    async rename(from, to) {
      seen.push(await readFile(path, 'latin1'));
      await nodeWriteIo.rename(from, to);
      seen.push(await readFile(path, 'latin1'));
    },
  };
  await restore({}, io);
  expect(seen).toEqual(['new', 'new', 'old \xff']);
});

test.each([
  ['a directory', (path: string) => mkdir(path)],
  ['a symbolic link', async (path: string) => symlink('b.txt', path)],
])('%s in the place of the file is left alone', async (_, make) => {
  const { path, directory, restore } = await room();
  await writeFile(join(directory, 'b.txt'), 'new');
  await make(path);
  expect(await fileNow(path, never)).toMatchObject({ ok: false, code: 'not-a-file' });
  expect(await restore()).toMatchObject({ code: 'not-a-file' });
  expect(await readFile(join(directory, 'b.txt'), 'utf8')).toBe('new');
});

test('a directory above that has become a link leads nowhere', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'd/a.txt');
  await mkdir(join(directory, 'd'));
  await writeFile(path, 'new');
  await rename(join(directory, 'd'), join(directory, 'e'));
  await symlink('e', join(directory, 'd'));
  const restore = { path, expectedHash: hash('new'), target: OLD };
  expect(await restoreFile(restore, never)).toMatchObject({
    message: expect.stringContaining('symbolic link'),
  });
  expect(await readFile(join(directory, 'e/a.txt'), 'utf8')).toBe('new');
});

test('a file that changes while it is put back is left so', async () => {
  const { path, restore } = await room('new');
  const io: WriteIo = {
    ...nodeWriteIo,
    async open(...args) {
      await writeFile(path, 'by hand');
      return nodeWriteIo.open(...args);
    },
  };
  expect(await restore({}, io)).toMatchObject({ code: 'changed-meanwhile' });
  expect(await readFile(path, 'utf8')).toBe('by hand');
  await chmod(path, 0o644);
  await unlink(path);
});
