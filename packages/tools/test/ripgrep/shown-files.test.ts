import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPathNames } from '../../src/ripgrep/path-names.ts';
import { shownFiles } from '../../src/ripgrep/shown-files.ts';
import { testContext } from './context.ts';
import { temporaryTree } from './temporary-tree.ts';

/** What `mayRead` is asked for one file of a search that starts in `start`. */
function askedOf(root: string, start: string, folder: string | undefined, path: string): readonly unknown[] {
  const asked: unknown[] = [];
  const mayRead = (file: string, _: unknown, realPath?: string): boolean => {
    asked.push(file, realPath);
    return false;
  };
  const names = createPathNames(root, join(root, start));
  expect(shownFiles({ mayRead }, names, folder, testContext(root))(path)).toBe(false);
  return asked;
}

describe('which files may be shown', () => {
  const root = (): string => {
    const tree = temporaryTree({ 'real/a.ts': '' });
    symlinkSync('real', join(tree, 'link'));
    return tree;
  };

  it('is asked with the real path, told by that of the folder', () => {
    const tree = root();
    const real = join(tree, 'real/é/a.ts');
    expect(askedOf(tree, 'real', join(tree, 'real'), 'Ã©/a.ts')).toEqual([real, real]);
    expect(askedOf(tree, 'link', join(tree, 'link'), 'a.ts')).toEqual([
      join(tree, 'link/a.ts'),
      join(tree, 'real/a.ts'),
    ]);
  });

  it('is asked without it for a file that may be a link itself, and in a folder that is gone', () => {
    const tree = root();
    expect(askedOf(tree, 'real', undefined, 'a.ts')).toEqual([join(tree, 'real/a.ts'), undefined]);
    expect(askedOf(tree, 'gone', join(tree, 'gone'), 'a')).toEqual([join(tree, 'gone/a'), undefined]);
  });

  it('is every file where no one is to be asked', () => {
    expect(shownFiles({}, createPathNames('/', '/'), '/', testContext('/'))('a')).toBe(true);
  });
});
