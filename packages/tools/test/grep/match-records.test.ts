import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, createPathReader } from '../../src/grep/match-records.ts';

const NOTICE = (path: string): string =>
  `./${path}: binary file matches (found "\\0" byte around offset 9)\n`;
const WARNING = (path: string): string =>
  `./${path}: WARNING: stopped searching binary file after match (found "\\0" byte around offset 12345)\n`;

function readLines(chunks: readonly string[], create = createLineReader) {
  const records: (readonly [string, string])[] = [];
  const binary: string[] = [];
  const reader = create({
    onRecord: (path, body) => records.push([path, body]),
    onBinaryFile: (path) => binary.push(path),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { records, binary };
}

/** Every way to cut a text in two, and letter by letter. */
function cuts(text: string): string[][] {
  return [...Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)]), Array.from(text)];
}

describe('records of lines', () => {
  it.each([
    [
      'plain',
      './a\x001:x\n./a\x003:y\n./b\x001-\n',
      [
        ['a', '1:x'],
        ['a', '3:y'],
        ['b', '1-'],
      ],
      [],
    ],
    ['a name with a line end', './a\nb\x001:x\n', [['a\nb', '1:x']], []],
    ['a name like a separator', './--\n./a\x001:x\n', [['--\n./a', '1:x']], []],
    ['a NUL in the text', './a\x001:x\0y\n', [['a', '1:x\0y']], []],
    [
      'a binary file in between',
      `./a\x001:x\n${NOTICE('b')}./c\x002:y\n`,
      [
        ['a', '1:x'],
        ['c', '2:y'],
      ],
      ['b'],
    ],
    [
      'a binary file after its own lines',
      `./a\x001:x\n${WARNING('a')}./c\x002:y\n`,
      [
        ['a', '1:x'],
        ['c', '2:y'],
      ],
      ['a'],
    ],
    [
      'two binary files at the end',
      `./a\x001:x\n${NOTICE('b: c')}${NOTICE('d')}`,
      [['a', '1:x']],
      ['b: c', 'd'],
    ],
    [
      'Windows line ends',
      './a\x001:x\r\n./b\x002\r\n',
      [
        ['a', '1:x'],
        ['b', '2'],
      ],
      [],
    ],
    ['nothing', '', [], []],
  ])('%s, however it is cut', (_, text, records, binary) => {
    for (const chunks of cuts(text)) expect(readLines(chunks)).toEqual({ records, binary });
  });
});

it('records of paths come whole, however they are cut', () => {
  const names = fc.array(fc.stringMatching(/^[ -~\n]{1,5}$/));
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 9 }), (names, size) => {
      const text = names.map((name) => `./${name}\0`).join('');
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { records } = readLines(chunks, createPathReader);
      expect(records).toEqual(names.map((name) => [name, '']));
    }),
    { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) },
  );
});
