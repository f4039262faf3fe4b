import { describe, expect, test } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalysisContext } from '../../src/effects/analysis.ts';
import type { GlobFiles } from '../../src/globs/glob-files.ts';
import { CONTEXT } from './analyze.ts';

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

describe('what is compared with everything in it, unless it is a file', () => {
  const files: GlobFiles = { ...globFiles, isFile: (path) => path.endsWith('.js') };

  test.each([
    ['diff a.js b.js', ['read /p/a.js', 'read /p/b.js']],
    ['diff -r a.js src', ['read /p/a.js', 'read /p/src/**']],
    ['git diff --no-index a.js src', ['read /p/a.js', 'read /p/src/**']],
    ['docker build a.js', ['read /p/a.js']],
    ['mv a.js c.js', ['remove /p/a.js/**', 'write /p/c.js', 'write /p/c.js/a.js']],
    ['mv src c', ['remove /p/src/**', 'write /p/c/**', 'write /p/c/src/**']],
    ['mv "$x" c', ['remove ?/**', 'write /p/c/**']],
    ['cp -r a.js src', ['read /p/a.js', 'write /p/src', 'write /p/src/a.js']],
    ['mkdir a.js; mv a.js c.js', ['remove /p/a.js/**', 'write /p/c.js/**', 'write /p/c.js/a.js/**']],
    // The line may have made a directory of it.
    ['make a.js; diff a.js b.js', ['read /p/a.js/**', 'read /p/b.js/**']],
  ])('%s', (source, expected) => {
    const { commands } = analyzeCommand(source, { ...LOOKED_UP, globFiles: files });
    const found = commands
      .at(-1)
      ?.files.map(({ access, path, isTree }) => `${access} ${path ?? '?'}${isTree ? '/**' : ''}`);
    expect(found).toEqual(expected);
  });
});

describe('where a rule denies a file, a command of git still', () => {
  const filesOf = (source: string) =>
    analyzeCommand(source, LOOKED_UP).commands.flatMap(({ files }) => files);

  test.each([
    'git grep x',
    "git grep -n x -- '*.ts'",
    'git grep -A 3 x',
    'git grep x HEAD',
    'git grep x src',
    'git grep -n x HEAD~1 src/',
    'git grep -e a -e b',
    'git grep -e a src',
    'git diff',
    'git diff main',
  ])('%s leaves it out', (source) => {
    const read = filesOf(source).filter(({ access, isTree }) => access === 'read' && isTree);
    expect(new Set(read.map(({ leavesOut }) => leavesOut?.by))).toEqual(new Set(['git']));
  });

  test.each([
    // A blob is searched and shown whatever the paths.
    'git grep x main',
    'git grep x abc1234',
    'git grep abc1234 -e x',
    'git grep x none',
    'git show HEAD',
    'git show main -- src',
    'git diff HEAD:src main:src',
    'make none; git grep x src',
  ])('%s leaves nothing out', (source) => {
    expect(filesOf(source).some(({ leavesOut }) => leavesOut !== undefined)).toBe(false);
  });

  test('git show HEAD:a.js shows that file only', () => {
    const { commands } = analyzeCommand('git show HEAD:src/c.ts', LOOKED_UP);
    expect(commands.flatMap(({ files }) => files.map(({ path, isTree }) => [path, isTree]))).toEqual([
      ['/p/src/c.ts', false],
      ['/p/HEAD:src/c.ts', false],
      ['/p', false],
    ]);
  });
});

describe('a directory that a pattern names is looked up for what is removed there', () => {
  const removedBy = (source: string, context: AnalysisContext = LOOKED_UP): readonly (string | undefined)[] =>
    analyzeCommand(source, { ...context, cwd: '/p/src', home: '/out/x' })
      .commands.flatMap(({ files }) => files)
      .flatMap(({ access, path }) => (access === 'remove' && path !== undefined ? [path] : []));

  test.each([
    ['cd /p/s* && rm -rf c.ts', ['/p/src/c.ts']],
    ['cd /p/lin[k] && rm -rf other', ['/p/link/other']],
    ['cd /p/l* && rm -rf other', ['/p/src/other', '/p/link/other', '/p/linked.js/other']],
    // What can't be looked up, or isn't known, may be a directory above.
    ['cd ../../p* && rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    ['CDPATH=/out cd /p/s*; rm -rf c.ts', ['/p/src/c.ts']],
    ['CDPATH=/out cd ./c*; rm -rf x', ['/p/src/x', '/p/src/c.ts/x']],
    ['CDPATH=/out cd c*; rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    ["export CDPATH=/out; bash -c 'cd a; rm -rf src'", ['/p/src/src', '/out/src', '/p/src']],
    ["CDPATH=/out bash -c 'cd a; rm -rf src'", ['/p/src/src', '/out/src', '/p/src']],
    ["env CDPATH=/out sh -c 'cd a; rm -rf src'", ['/p/src/src', '/out/src', '/p/src']],
    ["declare -x CDPATH=/out; sh -c 'cd a; rm -rf src'", ['/p/src/src', '/out/src', '/p/src']],
    ['read -r CDPATH < f; cd a; rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    [': ${CDPATH:=/out}; cd a; rm -rf src', ['/p/src/src', '/out/src', '/p/src']],
    [
      "printf -v CDPATH /out; export CDPATH; bash -c 'cd a; rm -rf src'",
      ['/p/src/src', '/out/src', '/p/src'],
    ],
    ["CDPATH=/out; find . -exec sh -c 'cd a; rm -rf src' \\;", ['/p/src/src', '/out/src', '/p/src']],
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
