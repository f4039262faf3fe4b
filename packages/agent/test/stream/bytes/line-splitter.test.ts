import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter, type SplitLine } from '../../../src/index.ts';
import { inPieces, inPiecesOf } from '../in-pieces.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

function split(pieces: readonly Uint8Array[], lineEnds: 'lf' | 'any', maxLineBytes = 1_000_000): SplitLine[] {
  const splitter = createLineSplitter({ maxLineBytes, lineEnds });
  const lines = pieces.flatMap((piece) => splitter.push(piece));
  const last = splitter.end();
  return last === undefined ? lines : [...lines, last];
}

function textsOf(lines: readonly SplitLine[]): string[] {
  return lines.map((line) => (line.kind === 'line' ? line.text : line.reason));
}

const text = fc.string({ unit: fc.constantFrom('a', 'ü', '世', '🌍', '\n', '\r', '\r\n', '\uFEFF', ' ') });

describe('createLineSplitter', () => {
  it.each([
    ['any', /\r\n|\r|\n/],
    ['lf', /\n/],
  ] as const)(
    'gives the lines of the whole text for line ends "%s", whatever the pieces',
    (lineEnds, separator) => {
      const sizes = fc.array(fc.nat(5), { minLength: 1 });
      fc.assert(
        fc.property(text, sizes, (whole, pieceSizes) => {
          const expected = whole.split(separator);
          if (expected.at(-1) === '') expected.pop();
          const lines = split(inPiecesOf(Buffer.from(whole), pieceSizes), lineEnds);
          expect(textsOf(lines)).toEqual(expected);
          expect(lines.map((line) => line.number)).toEqual(expected.map((_, index) => index + 1));
        }),
        { numRuns },
      );
    },
  );

  it.each([1, 2, 3, 64])('tells a line over the cap once, and gives the next, in pieces of %i', (size) => {
    const bytes = Buffer.from('12345\n123456\n12\n1234567');
    expect(split(inPieces(bytes, size), 'lf', 5)).toEqual([
      { kind: 'line', number: 1, text: '12345' },
      { kind: 'lost', number: 2, reason: 'too-long', head: expect.stringMatching(/^12345/) },
      { kind: 'line', number: 3, text: '12' },
      { kind: 'lost', number: 4, reason: 'too-long', head: expect.stringMatching(/^12345/) },
    ]);
  });

  it('tells a line that is too long before its end has come', () => {
    const splitter = createLineSplitter({ maxLineBytes: 3, lineEnds: 'lf' });
    expect(splitter.push(Buffer.from('1234'))).toEqual([
      { kind: 'lost', number: 1, reason: 'too-long', head: '1234' },
    ]);
    expect(splitter.push(Buffer.from('5678'))).toEqual([]);
    expect(splitter.end()).toBeUndefined();
  });

  it.each([1, 64])('loses a line that is not UTF-8, and only that one, in pieces of %i', (size) => {
    const bytes = Buffer.concat([Buffer.from('a\nb'), Buffer.from([0xc3, 10]), Buffer.from('c')]);
    const lines = split(inPieces(bytes, size), 'lf');
    expect(textsOf(lines)).toEqual(['a', 'not-utf8', 'c']);
    expect(lines[1]).toMatchObject({ head: 'b' });
  });

  it.each([1, 900, 5_000])('keeps the first 1,024 bytes of a lost line, in pieces of %i', (size) => {
    const [line] = split(inPieces(Buffer.from('x'.repeat(4_000)), size), 'lf', 2_000);
    expect(line).toMatchObject({ kind: 'lost', head: 'x'.repeat(1_024) });
  });

  it('keeps a line of many blocks whole', () => {
    const long = '0123456789世'.repeat(40_000);
    expect(textsOf(split(inPieces(Buffer.from(`${long}\nend`), 50_001), 'lf'))).toEqual([long, 'end']);
  });

  it('counts from the line that it is told', () => {
    const splitter = createLineSplitter({ maxLineBytes: 9, lineEnds: 'lf', firstLine: 7 });
    expect(splitter.push(Buffer.from('a\n'))).toEqual([{ kind: 'line', number: 7, text: 'a' }]);
  });
});
