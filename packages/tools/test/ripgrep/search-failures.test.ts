import { describe, expect, it } from 'vitest';
import { createPathNames, toRaw } from '../../src/ripgrep/path-names.ts';
import { readSearchFailures } from '../../src/ripgrep/search-failures.ts';

const names = createPathNames('/w', '/w/sub');
const denied = 'Permission denied (os error 13)';

function read(stderr: string, forbidden: readonly string[] = [], start = '') {
  return readSearchFailures(toRaw(stderr), {
    names,
    mayShow: (path) => !forbidden.some((folder) => path === folder || path.startsWith(`${folder}/`)),
    start,
  });
}

const nothing = { rejection: undefined, unreadableStart: undefined, leftOut: undefined };
const leftOut = (text: string) => ({ ...nothing, leftOut: `Some parts could not be searched: ${text}` });

describe('what rg complains of', () => {
  it.each<[string, string, readonly string[], object]>([
    ['is nothing', '', [], nothing],
    [
      'is a part, named as results are',
      `rg: ./a/closed: ${denied}\n`,
      [],
      leftOut(`sub/a/closed: ${denied}`),
    ],
    [
      'is a part with an odd name',
      `rg: ./new\nline: ${denied}\n`,
      [],
      leftOut(String.raw`$'sub/new\nline'` + `: ${denied}`),
    ],
    [
      'is a part whose name looks like a message',
      `rg: ./a: b: ${denied}\n`,
      [],
      leftOut(`sub/a: b: ${denied}`),
    ],
    [
      'is a part that rg names twice',
      `rg: ./a: IO error for operation on ./a: ${denied}\n`,
      [],
      leftOut(`sub/a: ${denied}`),
    ],
    [
      'is many parts, of which some are named',
      ['a', 'b', 'c', 'd', 'e'].map((name) => `rg: ./${name}: x\n`).join(''),
      [],
      leftOut('sub/a: x; sub/b: x; sub/c: x; and others'),
    ],
    ['is not a file that vanished', 'rg: ./a: No such file or directory (os error 2)\n', [], nothing],
    [
      'is the start, even where that vanished',
      'rg: ./: No such file or directory (os error 2)\n',
      [],
      { ...nothing, unreadableStart: 'No such file or directory (os error 2)' },
    ],
    [
      'is what rg rejects, in all its lines',
      'rg: regex parse error:\n    (?:é()\n    ^\nerror: unclosed group\n',
      [],
      { ...nothing, rejection: 'regex parse error:\n    (?:é()\n    ^\nerror: unclosed group' },
    ],
    ['is not told of a forbidden folder', `rg: ./secret/a: ${denied}\n`, ['secret'], nothing],
    ['is not told of a forbidden file', `rg: ./.env: ${denied}\n`, ['.env'], nothing],
    [
      'is not told of a forbidden file, whatever the message',
      'rg: ./.env: something: quite new\n',
      ['.env'],
      nothing,
    ],
    [
      'is told of the others',
      `rg: ./secret/a: ${denied}\nrg: ./b: ${denied}\nrg: ./secret/c: ${denied}\n`,
      ['secret'],
      leftOut(`sub/b: ${denied}`),
    ],
    ['is a name without a reason', 'rg: ./a\n', [], leftOut('sub/a: unreadable')],
  ])('%s', (_, stderr, forbidden, expected) => {
    expect(read(stderr, forbidden)).toEqual(expected);
  });

  it('is the start where that is a file', () => {
    expect(read(`rg: ./a.ts: ${denied}\n`, [], 'a.ts')).toEqual({ ...nothing, unreadableStart: denied });
  });
});
