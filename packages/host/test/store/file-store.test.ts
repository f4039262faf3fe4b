import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileStore } from '../../src/index.ts';
import { describeStore, written } from '../../../core/test/conformance/store.ts';
import { makeScratch } from '../scratch.ts';

describeStore('file store', () => {
  const scratch = makeScratch();
  return {
    store: createFileStore({ directory: join(scratch.path, 'session') }),
    write: writeFileSync,
    bytesAt: (path) => new Uint8Array(readFileSync(path)),
    dispose: scratch.dispose,
  };
});

describe('the files of a file store', () => {
  let scratch: ReturnType<typeof makeScratch>;
  let directory: string;
  beforeEach(() => {
    scratch = makeScratch();
    directory = join(scratch.path, 'session');
  });
  afterEach(() => {
    scratch.dispose();
  });

  it('are made when first needed, for their owner only', async () => {
    const store = createFileStore({ directory });
    expect(readdirSync(scratch.path)).toEqual([]);
    const { path } = written(await store.put('text'));
    expect(dirname(path)).toBe(join(directory, 'tool-results'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).toBe('text');
  });

  it('are the same for the same text in another process or session of work', async () => {
    const one = written(await createFileStore({ directory }).put('text'));
    const two = written(await createFileStore({ directory }).put('text'));
    expect(two).toEqual(one);
    expect(readdirSync(dirname(one.path))).toHaveLength(1);
  });

  it('leave nothing unfinished behind', async () => {
    const store = createFileStore({ directory });
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.put(`text ${n % 5}`)));
    expect(readdirSync(join(directory, 'tool-results'))).toHaveLength(5);
  });

  it('are written again where one is not complete', async () => {
    const store = createFileStore({ directory });
    const { path } = written(await store.put('whole text'));
    writeFileSync(path, 'whole');
    written(await store.put('whole text'));
    expect(readFileSync(path, 'utf8')).toBe('whole text');
  });

  it('are not handed out again to the same call of a later process', () => {
    const first = written(createFileStore({ directory }).allocate('call'));
    writeFileSync(first.path, 'output of the first');
    expect(written(createFileStore({ directory }).allocate('call')).path).not.toBe(first.path);
  });

  it('come back when their directory was removed meanwhile', async () => {
    const store = createFileStore({ directory });
    written(await store.put('before'));
    scratch.dispose();
    const { path } = written(await store.put('after'));
    expect(readFileSync(path, 'utf8')).toBe('after');
    scratch.dispose();
    writeFileSync(written(store.allocate('call')).path, 'output');
  });

  it('are the only ones that are read and removed', async () => {
    const store = createFileStore({ directory });
    const { path } = written(await store.put('text'));
    const secret = join(directory, 'secret');
    writeFileSync(secret, 'secret');
    mkdirSync(join(dirname(path), 'below'));
    for (const other of [
      secret,
      join(dirname(path), 'below'),
      `${dirname(path)}/../secret`,
      `${dirname(path)}/..`,
    ]) {
      expect(await store.get(other)).toBeUndefined();
      store.remove(other);
    }
    expect(readFileSync(secret, 'utf8')).toBe('secret');
    expect(await store.get(path)).toBe('text');
  });

  it('are a value with the name of the directory where they can not be', async () => {
    writeFileSync(directory, 'a file in the place of the directory');
    const store = createFileStore({ directory });
    for (const result of [await store.put('text'), store.allocate('call')]) {
      expect(result).toMatchObject({ ok: false, code: 'unwritable' });
      expect(result.ok || result.message).toContain(join(directory, 'tool-results'));
    }
    expect(await store.get(join(directory, 'tool-results', 'x.txt'))).toBeUndefined();
    store.remove(join(directory, 'tool-results', 'x.txt'));
    expect(readFileSync(directory, 'utf8')).toBe('a file in the place of the directory');
  });
});
