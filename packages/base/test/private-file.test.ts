import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writePrivateFile, writePrivateFileSync } from '@sluice/base';

const root = mkdtempSync(join(tmpdir(), 'sluice-private-file-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function directory(): string {
  count += 1;
  const path = join(root, String(count));
  mkdirSync(path);
  return path;
}

describe.each([
  ['writePrivateFile', writePrivateFile],
  [
    'writePrivateFileSync',
    (...args: Parameters<typeof writePrivateFileSync>) =>
      Promise.resolve().then(() => writePrivateFileSync(...args)),
  ],
])('%s', (_, write) => {
  test.each([{}, { flush: true }])(
    'replaces a file by one that only its owner can read: %j',
    async (options) => {
      const path = join(directory(), 'file');
      writeFileSync(path, 'before', { mode: 0o644 });
      await write(path, 'after\n', options);
      expect(readFileSync(path, 'utf8')).toBe('after\n');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await write(path, Buffer.from([0, 255]), options);
      expect(readFileSync(path)).toEqual(Buffer.from([0, 255]));
    },
  );

  test('replaces a link, not what it leads to', async () => {
    const at = directory();
    writeFileSync(join(at, 'other'), 'other');
    symlinkSync('other', join(at, 'file'));
    await write(join(at, 'file'), 'mine');
    expect(readFileSync(join(at, 'other'), 'utf8')).toBe('other');
    expect(readFileSync(join(at, 'file'), 'utf8')).toBe('mine');
  });

  test('leaves nothing behind if it fails', async () => {
    const at = directory();
    mkdirSync(join(at, 'taken'));
    await expect(write(join(at, 'taken'), 'text')).rejects.toThrow('EISDIR');
    expect(readdirSync(at)).toEqual(['taken']);
    await expect(write(join(at, 'missing', 'file'), 'text')).rejects.toThrow('ENOENT');
  });
});
