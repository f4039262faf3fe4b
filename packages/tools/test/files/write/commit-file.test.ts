import { link, readdir, readFile, realpath, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CallContext, FileChange } from '@sluice/core';
import { expect, test } from 'vitest';
import { commitFile } from '../../../src/files/write/commit-file.ts';
import { isTemporaryBeside } from '../../../src/files/write/temporary-beside.ts';
import { hashOfBytes } from '../../../src/files/load/fingerprint.ts';
import { loadFile } from '../../../src/files/load/load-file.ts';
import type { LoadedFile } from '../../../src/files/load/load-file.ts';
import { nodeWriteIo, type WriteIo } from '../../../src/files/write/write-io.ts';
import { createFakeContext, createFakeLedger } from '../fake-context.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const AFTER = Buffer.from('new');

async function room(content: string | undefined, keepPreImage?: CallContext['keepPreImage']) {
  const cwd = await temporaryDirectory();
  const path = join(cwd, 'a.txt');
  if (content !== undefined) await writeFile(path, content, { mode: 0o640 });
  const ledger = createFakeLedger();
  const context = createFakeContext({ cwd, ledger, ...(keepPreImage !== undefined && { keepPreImage }) });
  const load = async (): Promise<LoadedFile> => {
    const loaded = await loadFile(path, context.signal);
    if (!loaded.ok) throw new Error(loaded.message);
    return loaded;
  };
  return { cwd, path, ledger, context, load, before: content === undefined ? undefined : await load() };
}

test('what the file held is kept first: bytes, mode, and the hash of what will be there', async () => {
  const kept: FileChange[] = [];
  const { path, context, before } = await room('old', async (change) => {
    kept.push(change);
    expect(await readFile(change.path, 'utf8')).toBe('old');
    return undefined;
  });
  const opened: { name: string; directory: string }[] = [];
  const io: WriteIo = {
    ...nodeWriteIo,
    async open(name, ...rest) {
      opened.push({ name: basename(name), directory: await realpath(dirname(name)) });
      return nodeWriteIo.open(name, ...rest);
    },
  };
  const written = await commitFile({ path, before, after: AFTER, isKnown: true }, context, io);
  expect(written).toMatchObject({ ok: true });
  const [{ name, directory } = { name: '', directory: '' }] = opened;
  const temporaryPath = join(directory, name);
  const held = { bytes: Buffer.from('old'), mode: 0o100640 };
  expect(kept).toEqual([{ path, before: held, afterHash: hashOfBytes(AFTER), temporaryPath }]);
  expect(isTemporaryBeside(path, temporaryPath)).toBe(true);
});

test.each(['old', undefined])(
  'a pre-image that can not be kept stops the write before anything is touched: %j',
  async (content) => {
    const { cwd, path, ledger, context, before } = await room(content, async () => ({
      code: 'pre-image-not-kept',
      message: 'No room.',
    }));
    const deep = content === undefined ? join(cwd, 'x/y/a.txt') : path;
    const commit = { path: deep, before, after: AFTER, isKnown: true };
    expect(await commitFile(commit, context)).toEqual({
      ok: false,
      code: 'pre-image-not-kept',
      message: 'No room.',
    });
    expect(await readdir(cwd)).toEqual(content === undefined ? [] : ['a.txt']);
    if (content !== undefined) expect(await readFile(path, 'utf8')).toBe(content);
    expect([...ledger.entries()]).toEqual([]);
  },
);

const MEANWHILE = [
  ['was changed', 'old', (path: string) => writeFile(path, 'odd'), 'odd'],
  [
    'was changed, and its times set back',
    'old',
    async (path: string) => {
      const { atime, mtime } = await stat(path);
      await writeFile(path, 'odd');
      await utimes(path, atime, mtime);
    },
    'odd',
  ],
  ['was removed', 'old', (path: string) => unlink(path), undefined],
  ['was created', undefined, (path: string) => writeFile(path, 'theirs'), 'theirs'],
] as const;

test.each(MEANWHILE)('a file that %s meanwhile is left so', async (what, content, meanwhile, left) => {
  const { cwd, path, context, before } = await room(content, async (change) => {
    await meanwhile(change.path);
    return undefined;
  });
  expect(await commitFile({ path, before, after: AFTER, isKnown: true }, context)).toMatchObject({
    ok: false,
    code: 'changed-meanwhile',
    message: expect.stringContaining(what.split(',')[0] ?? what),
  });
  expect(await readdir(cwd)).toEqual(left === undefined ? [] : ['a.txt']);
  if (left !== undefined) expect(await readFile(path, 'utf8')).toBe(left);
});

test('a file with two names that was changed meanwhile is left so, though it is written in place', async () => {
  const { cwd, path, context, load } = await room('old', async (change) => {
    await writeFile(change.path, 'odd');
    return undefined;
  });
  await link(path, join(cwd, 'b.txt'));
  const commit = { path, before: await load(), after: AFTER, isKnown: true };
  expect(await commitFile(commit, context)).toMatchObject({ ok: false, code: 'changed-meanwhile' });
  expect(await readFile(join(cwd, 'b.txt'), 'utf8')).toBe('odd');
});

test('a file that gets a second name meanwhile is not parted from it', async () => {
  const { cwd, path, context, before } = await room('old', (change) =>
    link(change.path, `${change.path}.other`).then(() => undefined),
  );
  expect(await commitFile({ path, before, after: AFTER, isKnown: true }, context)).toMatchObject({
    code: 'changed-meanwhile',
    message: expect.stringContaining('was given another name (a hard link)'),
  });
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(cwd)).toEqual(['a.txt', 'a.txt.other']);
});

test('a touch meanwhile, or the same content written anew, is no obstacle', async () => {
  const { path, context, before } = await room('old', async (change) => {
    await writeFile(change.path, 'old');
    await utimes(change.path, 5, 5);
    return undefined;
  });
  expect(await commitFile({ path, before, after: AFTER, isKnown: true }, context)).toMatchObject({
    ok: true,
  });
  expect(await readFile(path, 'utf8')).toBe('new');
});

test('a file whose times tell nothing yet is compared by its content', async () => {
  const { path, context, load } = await room('old');
  const before = await load();
  await writeFile(path, 'odd');
  // As where times are kept so coarsely that both states have the same.
  const asItLooks = { ...before, stats: await stat(path, { bigint: true }) };
  expect(asItLooks.isSettled).toBe(false);
  const commit = { path, before: asItLooks, after: AFTER, isKnown: true };
  expect(await commitFile(commit, context)).toMatchObject({ code: 'changed-meanwhile' });
});

test('a call that is stopped while its pre-image is kept writes nothing', async () => {
  const controller = new AbortController();
  const { path, cwd, ledger, before } = await room('old');
  const context = createFakeContext({
    cwd,
    ledger,
    signal: controller.signal,
    async keepPreImage() {
      controller.abort('stop');
      return undefined;
    },
  });
  await expect(commitFile({ path, before, after: AFTER, isKnown: true }, context)).rejects.toBe('stop');
  expect(await readFile(path, 'utf8')).toBe('old');
});

test('a write that fails leaves the ledger as it was', async () => {
  const { path, ledger, context, before } = await room('old');
  const full = Object.assign(new Error('ENOSPC: made up'), { code: 'ENOSPC' });
  const io = { ...nodeWriteIo, rename: () => Promise.reject(full) };
  expect(await commitFile({ path, before, after: AFTER, isKnown: true }, context, io)).toMatchObject({
    code: 'disk-full',
  });
  expect([...ledger.entries()]).toEqual([]);
});
