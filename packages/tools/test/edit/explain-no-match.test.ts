import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainNoMatch } from '../../src/edit/explain-no-match.ts';
import { quickOr } from '../../../../test/support/quick.ts';

const FILE = 'function one() {\n\treturn 1;\n}\n\nfunction two() {\n  return "two";  \n}\n';

test.each([
  ['line numbers', '     1\tfunction one() {\n     2\t\treturn 1;', 'x', 'the line numbers that Read shows'],
  ['done already', 'return 2;', 'function one() {', 'is already there, at line 1'],
  ['CRLF', 'function one() {\r\n\treturn 1;\r\n', 'x', 'line 1 differs only in line endings'],
  ['spaces at the end', 'function one() { \n\treturn 1;', 'x', 'line 1 differs only in trailing whitespace'],
  [
    'indentation',
    'function one() {\n    return 1;\n}',
    'x',
    'line 1 differs only in indentation. There the file has (-) where old_string has (+):\n  "function one() {"\n- "\\treturn 1;"\n+ "    return 1;"\n  "}"',
  ],
  ['white space within', 'function  two() {', 'x', 'line 5 differs only in whitespace'],
  ['curly quotes', 'return \u201ctwo\u201d;', 'x', 'line 6 differs only in quotation marks'],
  ['case', 'FUNCTION two()', 'x', 'line 5 differs only in upper and lower case'],
  [
    'another line',
    'function two() {\n  return "three";\n}',
    'x',
    'Line 1 of old_string is at line 5 of the file; the next line differs. There the file has (-) where old_string has (+):\n  "function two() {"\n- "  return \\"two\\";  "\n+ "  return \\"three\\";"\n  "}"',
  ],
  [
    'another first line',
    'function three() {\n\treturn 1;\n}',
    'x',
    'Lines 2 to 3 of old_string are at line 2 of the file; the text before differs. There the file has (-) where old_string has (+):\n- "function one() {"\n+ "function three() {"',
  ],
  ['nothing alike', 'class Three {}', 'x', 'Nothing like its first line is in the file.'],
  ['only blanks', ' \n ', 'x', 'Nothing like'],
])('%s', (_, oldString, newString, text) => {
  expect(explainNoMatch(FILE, oldString, newString)).toContain(text);
});

test.each([
  ['in the midst', 'one\ntwo  \nthree\n', 'one\ntwo\nthree', '  "one"\n- "two  "\n+ "two"\n  "three"'],
  ['of the first line', 'two  \nthree\n', 'two\nthree', '- "two  "\n+ "two"\n  "three"'],
  ['of the last line, that old_string has', 'one\ntwo\n', 'one\ntwo  ', '  "one"\n- "two"\n+ "two  "'],
  ['CRLF', 'one\r\ntwo\nthree\n', 'one\ntwo\nthree', '- "one\\r"\n+ "one"'],
])('white space at the end of a line is shown: %s', (_, file, oldString, text) => {
  expect(explainNoMatch(file, oldString, 'x')).toContain(text);
});

test('whatever differs only in whitespace is shown where it does', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 5 }), (lines) => {
      const file = `${lines.join('\n')}\n`;
      const wanted = lines.map((text) => text.trimEnd()).join('\n');
      fc.pre(wanted.trim().length > 1 && !file.includes(wanted));
      const explained = explainNoMatch(file, wanted, 'something else');
      fc.pre(explained.includes('differs only in'));
      expect(explained).toMatch(/^[-+] "/m);
    }),
  );
});

test.each([
  [
    'done already, the file CRLF',
    'x();\r\nfirst();\r\nsecond();\r\n',
    'y();',
    'first();\nsecond();',
    'is already there, at line 2',
  ],
  [
    'line numbers, the file CRLF',
    'one();\r\ntwo();\r\n',
    '     1\tone();\n     2\ttwo();',
    'x',
    'the line numbers that Read shows',
  ],
])('%s', (_, file, oldString, newString, text) => {
  expect(explainNoMatch(file, oldString, newString)).toContain(text);
});

test('of a long line the part is shown that differs', () => {
  const explained = explainNoMatch(
    `${'x'.repeat(5000)}one\nlast line\n`,
    `${'x'.repeat(5000)}two\nlast line\n`,
    'y',
  );
  expect(explained).toContain('xone"\n');
  expect(explained).toContain('xtwo"\n');
  expect(explained.length).toBeLessThan(1000);
});

test.each([
  ['blank lines', '\n', 'end'],
  ['one line again and again', 'same line\n', 'end'],
  ['spaces', '                \n', 'end'],
])('however alike the lines of a large file are, the work has an end: %s', (_, line, end) => {
  const file = line.repeat(Math.floor(quickOr(256, 1024) * (1024 / line.length)));
  expect(explainNoMatch(file, line.repeat(quickOr(12_500, 50_000)) + end, 'new text')).toMatch(/\.( |$|\n)/);
});

test('long lines and many lines are shortened', () => {
  const file = `${'x'.repeat(1000)}\n`.repeat(20);
  const explained = explainNoMatch(file, ` ${'x'.repeat(1000)}\n`.repeat(20).trimEnd(), 'y');
  expect(explained).toContain('differs only in indentation');
  expect(explained).toContain('(and 14 lines more)');
  expect(explained.length).toBeLessThan(3000);
});
