import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { isBinary } from '../../src/program-output/is-binary.ts';
import { visibleText } from '../../src/program-output/visible-text.ts';

it.each([
  ['plain text as it is', 'a\tb\r\nc\n', 'a\tb\r\nc\n'],
  ['colors', '\x1b[1;31mred\x1b[0m and \x1b[38:2::1:2:3mmore', 'red and more'],
  ['cursor movements', '\x1b[2J\x1b[?25lx\x1b[3 q', 'x'],
  ['titles and links', '\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'alink'],
  ['character sets', '\x1b(Ba', 'a'],
  ['an escape that begins no sequence', '\x1b', '\u241b'],
  ['an unended title', '\x1b]0;title', '\u241b]0;title'],
  ['bells, backspaces and NULs', '\x07\b\0', '\u2407\u2408\u2400'],
  ['delete and the controls of eight bits', '\x7f\x9b', '\u2421\ufffd'],
  ['other scripts and pictures', 'naïve 日本 🙂\u200d', 'naïve 日本 🙂\u200d'],
])('shows %s', (_title, text, shown) => expect(visibleText(text)).toBe(shown));

it('leaves no control but line ends and tabs, whatever comes', () => {
  const piece = fc.oneof(fc.constantFrom('\x1b', '\x1b[', '\x1b]', '\\', 'm', '0;', '\x07'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(visibleText(pieces.join(''))).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
    }),
  );
});

it.each([
  ['a short one, whatever it is', '\ufffd'.repeat(63), false],
  ['one that is not text', '\ufffd'.repeat(64), true],
  ['one with a byte here and there', `${'text '.repeat(100)}${'\ufffd'.repeat(64)}`, false],
  ['colors', '\x1b[31mx'.repeat(1000), false],
  ['progress drawn with backspaces', '\b\b\b|'.repeat(1000), false],
  ['zeros', '\0'.repeat(1000), true],
])('judges %s', (_title, sample, isOne) => expect(isBinary(sample)).toBe(isOne));

it('takes random bytes for binary', () => {
  const bytes = Buffer.from(
    Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255),
  );
  expect(isBinary(bytes.toString('utf8'))).toBe(true);
});
