import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader, type LinePiece } from '../../src/transport/line-reader.ts';

it('gives the same lines however the bytes come', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(
      fc.array(line),
      fc.array(fc.nat(30)),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(undefined, 'a', '{'),
      (lines, cuts, limit, opening) => {
        const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
        const reader = new LineReader(limit, opening?.charCodeAt(0));
        const pieces: LinePiece[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          pieces.push(...reader.take(bytes.subarray(at, at + cut)));
          at += cut;
        }
        const junk = pieces.flatMap((piece) => (piece.type === 'junk' ? [piece] : []));
        const isJunk = (text: string): boolean => opening !== undefined && !text.startsWith(opening);
        expect(junk.reduce((sum, piece) => sum + piece.bytes, 0)).toBe(
          Buffer.byteLength(
            lines
              .filter(isJunk)
              .map((text) => `${text}\n`)
              .join(''),
          ),
        );
        const shown = pieces
          .filter((piece) => piece.type !== 'junk')
          .map((piece) => (piece.type === 'line' ? piece.text : piece.type));
        expect(shown).toEqual(
          lines
            .filter((text) => !isJunk(text))
            .map((text) => (Buffer.byteLength(text) > limit ? 'too-long' : text)),
        );
      },
    ),
  );
});

it('holds the ends of a line that is too long, and nothing more', () => {
  const reader = new LineReader(10_000);
  const pieces = [...reader.take(Buffer.from('start'))];
  for (let part = 0; part < 100; part += 1) pieces.push(...reader.take(Buffer.alloc(1_000, 'x')));
  pieces.push(...reader.take(Buffer.from('end\nnext\n')));
  const [long, next] = pieces;
  if (long?.type !== 'too-long') throw new Error('It is not too long.');
  expect([long.start.length, long.end.length]).toEqual([4_096, 4_096]);
  expect([long.start.slice(0, 6), long.end.slice(-4)]).toEqual(['startx', 'xend']);
  expect(next).toEqual({ type: 'line', text: 'next' });
});
