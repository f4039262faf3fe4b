import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/index.ts';
import { describeFiles } from '../../../core/test/conformance/files.ts';
import { makeScratch } from '../scratch.ts';

const unknown = { hash: '', size: -1, mtimeMs: -1, inode: -1 };

describeFiles('node files', () => {
  const scratch = makeScratch();
  return {
    files: createNodeFiles(),
    root: scratch.path,
    write(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    remove: (path) => rmSync(path, { recursive: true }),
    symlink: symlinkSync,
    hardLink: linkSync,
    dispose: scratch.dispose,
  };
});

describe('fingerprints of node files', () => {
  const files = createNodeFiles();
  let scratch: ReturnType<typeof makeScratch>;
  let path: string;
  beforeEach(() => {
    scratch = makeScratch();
    path = join(scratch.path, 'file');
  });
  afterEach(() => {
    scratch.dispose();
  });

  it('carry what stat says, as tools see it', async () => {
    writeFileSync(path, 'text');
    const { size, mtimeMs, ino } = statSync(path);
    expect(await files.fingerprint(path, unknown)).toMatchObject({ size, mtimeMs, inode: ino });
  });

  it('keep the hash when only the time has changed', async () => {
    writeFileSync(path, 'text');
    const first = await files.fingerprint(path, unknown);
    utimesSync(path, 1000, 1000);
    const second = await files.fingerprint(path, first ?? unknown);
    expect(second).toEqual({ ...first, mtimeMs: 1_000_000 });
  });

  it('hash the last byte of 64 MiB, and above that go by identity, size and times', async () => {
    const limit = 64 * 1024 * 1024;
    const hashes: (string | undefined)[] = [];
    for (const size of [limit, limit + 1]) {
      for (const last of ['a', 'b']) {
        const fd = openSync(path, 'w');
        ftruncateSync(fd, size);
        writeSync(fd, last, size - 1);
        closeSync(fd);
        utimesSync(path, 1000, 1000);
        hashes.push((await files.fingerprint(path, unknown))?.hash);
      }
    }
    expect(hashes[0]).not.toBe(hashes[1]);
    // The time of the last change of any kind can't be set back.
    expect(hashes[2]).not.toBe(hashes[3]);
    const again = (await files.fingerprint(path, unknown))?.hash;
    expect(again).toBe(hashes[3]);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('read what says that it is empty and is not', async () => {
    const print = await files.fingerprint('/proc/self/cmdline', unknown);
    const empty = await files.fingerprint('/dev/null', unknown);
    writeFileSync(path, '');
    expect(print?.hash).not.toBe((await files.fingerprint(path, unknown))?.hash);
    expect(empty).toBeUndefined();
  });

  it('do not wait at a pipe', async () => {
    execFileSync('mkfifo', [path]);
    expect(await files.fingerprint(path, unknown)).toBeUndefined();
  });
});
