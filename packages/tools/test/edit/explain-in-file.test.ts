import { expect, test } from 'vitest';
import { explainInFile } from '../../src/edit/explain-in-file.ts';

const LINE = `${'a line of a log, neither short nor long, '.padEnd(99, '.')}\n`;
const PLACE = 'function special() {\n  return “here”;\n}\n';
const LINES_BEFORE = 900_000;

/** 100 MB, with one place that tells itself from all others. */
const large = Buffer.concat([
  Buffer.from(LINE.repeat(LINES_BEFORE)),
  Buffer.from(PLACE),
  Buffer.from(LINE.repeat(100_000)),
]);

test.each([
  [
    'whitespace',
    'function special() {\n    return “here”;\n}',
    'x',
    `at line ${LINES_BEFORE + 1} differs only in indentation`,
  ],
  [
    'quotation marks',
    'function special() {\n  return "here";\n}',
    'x',
    `at line ${LINES_BEFORE + 1} differs only in quotation marks`,
  ],
  [
    'drift',
    'function special() {\n  return 7;\n}',
    'x',
    `Line 1 of old_string is at line ${LINES_BEFORE + 1} of the file; the next line differs`,
  ],
  [
    'done already',
    'function general() {',
    'function special() {',
    `is already there, at line ${LINES_BEFORE + 1}`,
  ],
  ['nothing like it', 'class Other {}', 'x', 'Find the place with Grep'],
  ['an empty line', '\n\n', 'x', 'Find the place with Grep'],
])('in a file of 100 MB: %s', (_, oldString, newString, text) => {
  expect(explainInFile(large, oldString, newString)).toContain(text);
});

test('a place at the start or at the end of a large file', () => {
  const lines = Buffer.from(LINE.repeat(20_000));
  const at = (bytes: Buffer): string => explainInFile(bytes, 'function special() {\n  return 7;\n}', 'x');
  expect(at(Buffer.concat([Buffer.from(PLACE), lines]))).toContain('at line 1 of the file');
  expect(at(Buffer.concat([lines, Buffer.from(PLACE)]))).toContain('at line 20001 of the file');
});

test('a large file of one line', () => {
  const explained = explainInFile(Buffer.alloc(6_000_000, 'abcdefgh '), 'abcdefgh  abcdefgh', 'x');
  expect(explained.length).toBeLessThan(2000);
});

test('an empty file', () => {
  expect(explainInFile(Buffer.alloc(0), 'a', 'b')).toBe('The file is empty.');
});
