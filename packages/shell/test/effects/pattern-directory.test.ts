import { describe, expect, test } from 'vitest';
import { analyseCommand } from '../../src/effects/analyse-command.ts';
import type { AnalysisContext } from '../../src/effects/analysis.ts';
import type { GlobFiles } from '../../src/globs/glob-files.ts';
import { CONTEXT } from './analyse.ts';

/** Names in directories; `@` before one that is a symbolic link. */
const TREE: Readonly<Record<string, readonly string[]>> = {
  '/': ['p', 'out'],
  '/p': ['a.js', 'b.js', '.env', 'src', '@link', '@linked.js'],
  '/p/src': ['c.ts', 'd*.ts'],
  '/p/link': ['name', 'other'],
  '/out': ['x', 'y'],
};

const globFiles: GlobFiles = {
  list: (path) =>
    TREE[path]?.map((name) => ({ name: name.replace('@', ''), isLink: name.startsWith('@') })) ?? 'none',
  exists(path) {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const names = TREE[path.slice(0, slash) || '/'];
    return names?.some((one) => one.replace('@', '') === name) ?? false;
  },
};

const LOOKED_UP: AnalysisContext = {
  ...CONTEXT,
  globFiles,
  isExported: (name) => name.toUpperCase() === 'EXPORTED',
};

describe('a directory that a pattern names is looked up for what is removed there', () => {
  const removedBy = (source: string, context: AnalysisContext = LOOKED_UP): readonly (string | undefined)[] =>
    analyseCommand(source, { ...context, cwd: '/p/src', home: '/out/x' })
      .commands.flatMap(({ files }) => files)
      .flatMap(({ access, path }) => (access === 'remove' && path !== undefined ? [path] : []));

  test.each([
    ['cd /p/s* && rm -rf c.ts', ['/p/src/c.ts']],
    ['cd /p/lin[k] && rm -rf other', ['/p/link/other']],
    ['cd /p/l* && rm -rf other', ['/p/src/other', '/p/link/other', '/p/linked.js/other']],
    // What can't be looked up, or isn't known, may be a directory above.
    ['cd ../../p* && rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    ['cd "$x" && rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    ['cd $(cat f) && rm -rf ./x', ['/p/src/x', '/out/x', '/p/x']],
  ])('%s', (source, removed) => {
    expect(new Set(removedBy(source))).toEqual(new Set(removed));
  });

  test('without a look-up it may be any directory above', () => {
    const { globFiles: _, ...context } = LOOKED_UP;
    expect(removedBy('cd /p/s* && rm -rf src', context)).toContain('/p/src');
  });
});
