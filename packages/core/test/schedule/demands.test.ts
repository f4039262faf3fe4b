import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  readFile,
  readNamed,
  readTree,
  writeFile,
  writeNamed,
  writeTree,
  type Claims,
} from '../../src/index.ts';
import { demandsConflict, demandsEqual, resolveClaims } from '../../src/schedule/demands.ts';

const files = createMemoryFiles({
  contents: new Map([
    ['/d/a', 'a'],
    ['/d/e/b', 'b'],
    ['/x/c', 'c'],
  ]),
  links: new Map([
    ['/d/link', '/d/a'],
    ['/d/out', '/x'],
  ]),
});
files.hardLink('/x/c', '/d/e/hard');

const demands = (claims: Claims, cwd = '/d') => resolveClaims(claims, cwd, files);

describe('claims that conflict', () => {
  const rows: [string, Claims, Claims, boolean][] = [
    ['two reads of a file', [readFile('/d/a')], [readFile('/d/a')], false],
    ['a read and a write of a file', [readFile('/d/a')], [writeFile('/d/a')], true],
    ['two writes of a file', [writeFile('/d/a')], [writeFile('/d/a')], true],
    ['writes of two files', [writeFile('/d/a')], [writeFile('/d/e/b')], false],
    ['writes of files whose names begin alike', [writeFile('/d/a')], [writeFile('/d/ab')], false],
    ['a relative and an absolute path', [readFile('e/../a')], [writeFile('/d/a')], true],
    ['a link and its target', [readFile('/d/link')], [writeFile('/d/a')], true],
    ['two names of one file', [readFile('/d/e/hard')], [writeFile('/x/c')], true],
    ['a tree and a file below it', [readTree('/d')], [writeFile('/d/e/b')], true],
    ['a tree and a new file below it', [readTree('/d')], [writeFile('/d/e/new')], true],
    ['a tree and a file beside it', [readTree('/d/e')], [writeFile('/d/a')], false],
    ['a tree and a read below it', [readTree('/d')], [readFile('/d/a')], false],
    ['a tree that is written and a read below it', [writeTree('/d')], [readFile('/d/a')], true],
    ['a tree in a tree', [readTree('/d')], [writeTree('/d/e')], true],
    ['a tree and what a link in it leads to', [readTree('/d/out')], [writeFile('/x/c')], true],
    ['a tree and another name of a file in it', [readTree('/d/e')], [writeFile('/x/c')], true],
    ['the root and anything', [readTree('/')], [writeFile('/x/new')], true],
    ['a write of a directory’s own name and a file below', [writeFile('/d/e')], [readFile('/d/e/b')], true],
    ['one thing read and the same written', [readNamed('tasks')], [writeNamed('tasks')], true],
    ['one thing and another', [writeNamed('tasks')], [writeNamed('shell')], false],
    ['a thing and a file of that name', [writeNamed('/d/a')], [writeFile('/d/a')], false],
    ['one of several claims', [readFile('/d/a'), writeNamed('x')], [readNamed('x')], true],
    ['everything and a write of a file', 'everything', [writeFile('/d/a')], true],
    ['everything and a named write', 'everything', [writeNamed('x')], true],
    ['everything and a read', 'everything', [readFile('/d/a')], false],
    ['everything twice', 'everything', 'everything', false],
    ['everything and nothing', 'everything', [], false],
    ['exclusive and nothing', 'exclusive', [], true],
    ['exclusive and independent', 'exclusive', 'independent', true],
    ['exclusive twice', 'exclusive', 'exclusive', true],
    ['independent and a write', 'independent', [writeTree('/')], false],
    ['independent twice', 'independent', 'independent', false],
  ];
  it.each(rows)('%s: %4$s', (_, one, other, expected) => {
    expect(demandsConflict(demands(one), demands(other))).toBe(expected);
    expect(demandsConflict(demands(other), demands(one))).toBe(expected);
  });

  it('move with the working directory', () => {
    expect(demandsConflict(demands([readFile('b')], '/d/e'), demands([writeFile('/d/e/b')]))).toBe(true);
    expect(demandsConflict(demands([readFile('b')], '/d'), demands([writeFile('/d/e/b')]))).toBe(false);
  });

  it('are equal when they hold the same in whatever order', () => {
    expect(
      demandsEqual(demands([readFile('a'), writeFile('b')]), demands([writeFile('/d/b'), readFile('/d/a')])),
    ).toBe(true);
    expect(demandsEqual(demands([readFile('a')]), demands([writeFile('a')]))).toBe(false);
    expect(demandsEqual(demands('exclusive'), demands([]))).toBe(false);
  });
});
