import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  nearestExistingParent,
  resolvePath,
  topmostMissingParent,
} from '../../../src/files/paths/resolve-path.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test.each([
  ['a file', 'real/a.txt', 'real/a.txt'],
  ['dots', 'real/../real/./a.txt', 'real/a.txt'],
  ['a link to a file', 'link.txt', 'real/a.txt'],
  ['a file below a link to a directory', 'linked/a.txt', 'real/a.txt'],
  ['a missing file below a link to a directory', 'linked/new.txt', 'real/new.txt'],
  ['missing directories', 'linked/x/y.txt', 'real/x/y.txt'],
  ['a dangling link', 'dangling', 'real/later.txt'],
  ['a file below a dangling link', 'nowhere/b', 'gone/b'],
  ['links to a dangling link', 'chain', 'real/later.txt'],
  ['a link to itself', 'loop', 'loop'],
])('%s', async (_, given, real) => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, 'real'));
  await writeFile(join(directory, 'real/a.txt'), '');
  await symlink('real/a.txt', join(directory, 'link.txt'));
  await symlink('real', join(directory, 'linked'));
  await symlink('linked/later.txt', join(directory, 'dangling'));
  await symlink('gone', join(directory, 'nowhere'));
  await symlink('dangling', join(directory, 'chain'));
  await symlink('loop', join(directory, 'loop'));
  expect(resolvePath(given, directory).realPath).toBe(join(directory, real));
});

test('a path that no file can have is taken as written', () => {
  expect(resolvePath('/a\0b', '/').realPath).toBe('/a\0b');
});

test('what exists above a path, and what a write would have to make', async () => {
  const directory = await temporaryDirectory();
  expect(nearestExistingParent(join(directory, 'a/b/c'))).toBe(directory);
  expect(topmostMissingParent(join(directory, 'a/b/c'))).toBe(join(directory, 'a'));
  expect(topmostMissingParent(join(directory, 'c'))).toBeUndefined();
});
