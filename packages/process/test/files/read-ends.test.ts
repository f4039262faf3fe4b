import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readHead, readTail } from '../../src/index.ts';
import { temporaryDirectory } from '../helpers.ts';

const directory = temporaryDirectory();
const path = join(directory.path, 'text');
afterAll(() => directory.dispose());

describe('readHead and readTail', () => {
  it.each([
    ['all of a short text', 'añb', 10, 'añb', 'añb'],
    ['whole characters of two bytes', 'ñññ', 3, 'ñ', 'ñ'],
    ['whole characters of three bytes', '€€', 5, '€', '€'],
    ['whole characters of four bytes', '😀😀', 7, '😀', '😀'],
    ['a cut between two characters', '😀😀', 4, '😀', '😀'],
    ['nothing where no character fits', '😀', 3, '', ''],
    ['nothing of an empty file', '', 10, '', ''],
  ])('give %s', (_title, text, bytes, head, tail) => {
    writeFileSync(path, text);
    expect(readHead(path, bytes)).toBe(head);
    expect(readTail(path, bytes)).toBe(tail);
  });

  it('put U+FFFD for what is not UTF-8', () => {
    writeFileSync(path, Buffer.from([0x61, 0xff, 0x80, 0x62]));
    expect(readHead(path, 10)).toBe('a\uFFFD\uFFFDb');
    writeFileSync(path, Buffer.from([0x61, 0xe2, 0x82]));
    expect(readHead(path, 10)).toBe('a\uFFFD');
  });

  it('are the two ends of any text, less than one character short of the bytes asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, bytes) => {
        writeFileSync(path, text);
        const head = readHead(path, bytes);
        const tail = readTail(path, bytes);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        const least = Math.min(Buffer.byteLength(text), bytes - 3);
        for (const part of [head, tail]) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(bytes);
          expect(Buffer.byteLength(part)).toBeGreaterThanOrEqual(least);
        }
      }),
    );
  });

  it('throw what the system says of a missing file', () => {
    expect(() => readHead(join(directory.path, 'none'), 1)).toThrow(/ENOENT/);
  });
});
