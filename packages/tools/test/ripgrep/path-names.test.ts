import { describe, expect, it } from 'vitest';
import { createPathNames } from '../../src/ripgrep/path-names.ts';

const raw = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('a path in a result', () => {
  it.each([
    ['is as it is where the root is the working directory', '/w', '/w', 'a/b.ts', 'a/b.ts'],
    ['has the folders between in front', '/w', '/w/pkg', 'b.ts', 'pkg/b.ts'],
    ['is absolute outside the working directory', '/w', '/other', 'b.ts', '/other/b.ts'],
    ['is absolute in a folder whose name starts alike', '/w', '/w2', 'b.ts', '/w2/b.ts'],
    ['is relative in a folder whose name starts with dots', '/w', '/w/..a', 'b.ts', '..a/b.ts'],
    ['is absolute above the working directory', '/w/x', '/w', 'b.ts', '/w/b.ts'],
    ['has one slash at the file system root', '/w', '/', 'b.ts', '/b.ts'],
    ['keeps spaces', '/w', '/w', ' a b .ts', ' a b .ts'],
    ['keeps letters of every script', '/w/ü', '/w/ü/é', raw('日本.ts'), 'é/日本.ts'],
    ['stays on one line', '/w', '/w', "it's\na\tb\\.ts", String.raw`$'it\'s\na\tb\\.ts'`],
    ['shows a control character as octal', '/w', '/w', 'a\u001b1', String.raw`$'a\0331'`],
    ['keeps letters beside a control character', '/w', '/w', raw('é\n'), String.raw`$'é\n'`],
    ['shows a line separator as bytes', '/w', '/w', raw('a\u2028b'), String.raw`$'a\342\200\250b'`],
    [
      'shows marks that turn the text around',
      '/w',
      '/w',
      raw('a\u202egpj.exe'),
      String.raw`$'a\342\200\256gpj.exe'`,
    ],
    ['shows bytes that are not UTF-8', '/w', '/w', 'a\xff\xc3', String.raw`$'a\377\303'`],
    [
      'leaves a real replacement character in quotes',
      '/w',
      '/w',
      raw('a\ufffd'),
      String.raw`$'a` + "\ufffd'",
    ],
  ])('%s', (_, cwd, root, path, shown) => {
    expect(createPathNames(cwd, root).shown(path)).toBe(shown);
  });

  it('is a string for the file system where that is exact, else bytes', () => {
    const names = createPathNames('/w', '/w');
    expect(names.exact('a.ts')).toBe('/w/a.ts');
    expect(names.exact('\xff')).toEqual(Buffer.from('/w/\xff', 'latin1'));
    expect(names.absolute('\xff')).toBe('/w/\ufffd');
    expect(names.below('/', raw('é/a'))).toBe('/é/a');
  });
});
