import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOtherNames } from '../../src/files/other-names.ts';

const root = mkdtempSync(join(tmpdir(), 'other-names-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function place(name: string): { readonly directory: string; readonly twin: string; readonly inode: string } {
  const directory = join(root, name);
  mkdirSync(join(directory, 'sub'), { recursive: true });
  writeFileSync(join(directory, 'sub/file'), '');
  const twin = join(root, `${name}-twin`);
  linkSync(join(directory, 'sub/file'), twin);
  const { dev, ino } = statSync(twin);
  return { directory, twin, inode: `${dev}:${ino}` };
}

const later = () => Date.now() + 60_000;

it('finds a name that comes into being after the directory was read', () => {
  const { directory, twin, inode } = place('late');
  const { otherNames, filesBeneath } = createOtherNames({ now: later });
  expect(otherNames(directory, inode)).toEqual([join(directory, 'sub/file')]);
  linkSync(twin, join(directory, 'sub/new'));
  expect(otherNames(directory, inode)?.toSorted()).toEqual([
    join(directory, 'sub/file'),
    join(directory, 'sub/new'),
  ]);
  renameSync(join(directory, 'sub'), join(directory, 'moved'));
  expect(otherNames(directory, inode)?.length).toBe(2);
  expect(filesBeneath(directory)?.toSorted()).toEqual([
    join(directory, 'moved/file'),
    join(directory, 'moved/new'),
  ]);
  expect(filesBeneath(join(directory, 'none'))).toEqual([]);
});

it('looks at no more than its limits', () => {
  const { directory, inode } = place('large');
  expect(createOtherNames({ maxNames: 1 }).otherNames(directory, inode)).toBeUndefined();
  expect(createOtherNames({ maxNames: 1 }).filesBeneath(directory)).toBeUndefined();
  expect(createOtherNames({ maxDirectories: 1 }).otherNames(directory, inode)).toBeUndefined();
  expect(createOtherNames({ maxNames: 2, maxDirectories: 2 }).otherNames(directory, inode)).toHaveLength(1);
});
