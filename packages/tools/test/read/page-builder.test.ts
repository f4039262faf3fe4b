import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { PageBuilder, type Page } from '../../src/read/page-builder.ts';
import { runs } from '../files/runs.ts';

const NO_LIMITS = { lines: Infinity, lineLength: 1000, bytes: Infinity };

function pageOf(content: Buffer, cuts: readonly number[], firstLine: number, limits = NO_LIMITS): Page {
  const builder = new PageBuilder(firstLine, limits);
  const ends = [...cuts.map((cut) => Math.min(cut, content.length)), content.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    const chunk = Buffer.from(content.subarray(start, end));
    builder.push(chunk);
    // As when the file reader fills its buffer anew.
    chunk.fill('!');
    start = end;
  }
  return builder.finish(true);
}

/** What a file's lines are: separated by LF, a CR before it left out, no empty line after the last LF. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\n\n', 'é', '語', '😀', 'x\ry', '\r'),
      fc.string({ maxLength: 20 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));
const cuts = fc.array(fc.nat(300), { maxLength: 12 });

test('lines and their number do not depend on where the chunks end', () => {
  fc.assert(
    fc.property(text, cuts, fc.integer({ min: 1, max: 20 }), (content, at, firstLine) => {
      const page = pageOf(Buffer.from(content), at, firstLine);
      const lines = linesOf(content);
      const shown = lines.slice(firstLine - 1);
      if (firstLine === 1 && shown[0]?.startsWith('\uFEFF') === true) shown[0] = shown[0].slice(1);
      expect(page).toEqual({
        lines: shown,
        linesSeen: lines.length,
        cutLines: 0,
        latin1Lines: 0,
        isFull: false,
      });
    }),
    runs,
  );
});

test('any bytes: chunks never change the page, and each byte of a line that is not UTF-8 is one character', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (bytes, at) => {
      const content = Buffer.from(bytes);
      const limits = { lines: 5, lineLength: 7, bytes: 120 };
      expect(pageOf(content, at, 1, limits)).toEqual(pageOf(content, [], 1, limits));
    }),
    runs,
  );
});

test('a text with limits: what is taken as a whole is what is taken byte by byte', () => {
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 1, max: 400 }),
      (content, firstLine, lineLength, bytes) => {
        const whole = Buffer.from(content);
        const limits = { lines: 9, lineLength, bytes };
        const eachByte = Array.from(whole, (_, index) => index);
        expect(pageOf(whole, [], firstLine, limits)).toEqual(pageOf(whole, eachByte, firstLine, limits));
      },
    ),
    runs,
  );
});

test.each([
  ['a line just as long as is shown', 'abcde', ['abcde'], 0],
  ['one longer', 'abcdef', ['abcde … [cut here: the line is 6 bytes long]'], 1],
  ['much longer', 'ab'.repeat(5000), ['ababa … [cut here: the line is 10,000 bytes long]'], 1],
  ['a surrogate pair at the cut', 'abcd😀', ['abcd … [cut here: the line is 8 bytes long]'], 1],
  ['wide characters', '語'.repeat(5), ['語'.repeat(5)], 0],
  [
    'wide characters, cut',
    '語'.repeat(50),
    [`${'語'.repeat(5)} … [cut here: the line is 150 bytes long]`],
    1,
  ],
  ['a CR does not count', 'abcde\r\n', ['abcde'], 0],
])('long lines: %s', (_, content, lines, cutLines) => {
  expect(pageOf(Buffer.from(content), [3], 1, { ...NO_LIMITS, lineLength: 5 })).toMatchObject({
    lines,
    cutLines,
  });
});

test('a page ends before the line that does not fit, but holds at least one', () => {
  const content = Buffer.from('aaaa\nbbbb\ncccc\n');
  const lineBytes = '     1\taaaa\n'.length;
  const page = (bytes: number) => pageOf(content, [], 1, { ...NO_LIMITS, bytes });
  expect(page(2 * lineBytes)).toMatchObject({ lines: ['aaaa', 'bbbb'], isFull: true, linesSeen: 3 });
  expect(page(2 * lineBytes - 1)).toMatchObject({ lines: ['aaaa'], isFull: true });
  expect(page(1)).toMatchObject({ lines: ['aaaa'], isFull: true });
  expect(page(3 * lineBytes)).toMatchObject({ isFull: false });
});

test('a line that is not UTF-8 is shown as Latin-1, the others as UTF-8', () => {
  const content = Buffer.concat([Buffer.from('é\n'), Buffer.from([0xe9, 10])]);
  expect(pageOf(content, [], 1)).toMatchObject({ lines: ['é', 'é'], latin1Lines: 1 });
});

test('left before the end, the line that is open counts, and is shown only if it would be cut anyway', () => {
  const limits = { ...NO_LIMITS, lineLength: 4 };
  const short = new PageBuilder(1, limits);
  short.push(Buffer.from('a\nbcd'));
  expect(short.finish(false)).toMatchObject({ lines: ['a'], linesSeen: 2, isFull: true });
  const long = new PageBuilder(1, limits);
  long.push(Buffer.from(`a\n${'b'.repeat(20)}`));
  expect(long.finish(false)).toMatchObject({
    lines: ['a', 'bbbb … [cut here: the line is at least 20 bytes long]'],
    linesSeen: 2,
  });
});
