import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptBytes } from '../../../core/test/conformance/store.ts';
import { createFileStore, readPreImage } from '../../src/index.ts';
import { makeScratch } from '../scratch.ts';

let scratch: ReturnType<typeof makeScratch>;
let directory: string;
beforeEach(() => {
  scratch = makeScratch();
  directory = join(scratch.path, 'session');
});
afterEach(() => scratch.dispose());

it.each(['process', 'power'] as const)(
  'are files for their owner only, nothing unfinished: %s',
  async (durability) => {
    const store = createFileStore({ directory, durability });
    const { path, hash } = keptBytes(await store.putBytes(Buffer.from('\xff\0', 'latin1')));
    expect(path).toBe(join(directory, 'pre-images', `${hash}.bin`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'pre-images')).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'latin1')).toBe('\xff\0');
    expect(readdirSync(join(directory, 'pre-images'))).toHaveLength(1);
  },
);

it('are found by their hash, while they are what was kept', async () => {
  const { hash, path } = keptBytes(await createFileStore({ directory }).putBytes(Buffer.from('old')));
  expect(await readPreImage(directory, hash)).toEqual(Buffer.from('old'));
  expect(await readPreImage(directory, `../${hash}`)).toBeUndefined();
  writeFileSync(path, 'odd');
  expect(await readPreImage(directory, hash)).toBeUndefined();
  rmSync(path);
  expect(await readPreImage(directory, hash)).toBeUndefined();
});

it('are written again where one is not complete', async () => {
  const store = createFileStore({ directory });
  const { path } = keptBytes(await store.putBytes(Buffer.from('whole')));
  writeFileSync(path, 'who');
  keptBytes(await store.putBytes(Buffer.from('whole')));
  expect(readFileSync(path, 'utf8')).toBe('whole');
});

it('are a value with the name of the directory where they can not be', async () => {
  mkdirSync(directory);
  writeFileSync(join(directory, 'pre-images'), 'a file in its place');
  const kept = await createFileStore({ directory }).putBytes(Buffer.from('old'));
  expect(kept).toMatchObject({ ok: false, code: 'unwritable' });
  expect(kept.ok || kept.message).toContain(join(directory, 'pre-images'));
});
