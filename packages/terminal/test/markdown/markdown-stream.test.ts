import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarkdownStream, type MarkdownPiece } from '../../src/markdown/markdown-stream.ts';
import { withoutStyles } from '../../src/text/cells.ts';
import { createStyle } from '../../src/text/style.ts';

const PIECES = fc.array(
  fc.constantFrom(
    'a word',
    '**',
    '`',
    '\n',
    '```\n',
    '```ts\n',
    '```diff\n',
    '// "a" if\n',
    '+ x\n',
    '> ',
    '# ',
    ' ',
    '| a | b |\n',
    '*',
    'x**y',
    '漢',
    '\n\n',
    'end.',
  ),
  { maxLength: 40 },
);

function run(chunks: readonly string[]): string {
  const stream = new MarkdownStream(createStyle(true));
  const text = (pieces: readonly MarkdownPiece[]): string =>
    pieces.map((piece) => (piece.kind === 'end' ? '\n' : piece.text)).join('');
  return chunks.map((chunk) => text(stream.push(chunk))).join('') + text(stream.end());
}

it('gives out exactly the text that came in, in whatever pieces it came', () => {
  fc.assert(
    fc.property(PIECES, (pieces) => {
      const whole = pieces.join('');
      const expected = whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`;
      expect(withoutStyles(run(pieces))).toBe(expected);
      expect(withoutStyles(run(Array.from(whole)))).toBe(expected);
    }),
  );
});

it.each([
  ['a **bold** word', 'a \u001b[1m**bold**\u001b[0m word\n'],
  ['run `npm test` now', 'run \u001b[36m`npm test`\u001b[0m now\n'],
  ['not ** closed', 'not ** closed\n'],
  ['```\n**code**\n```', '```\n**code**\n```\n'],
  ['> a quote', '\u001b[2m> \u001b[0m\u001b[2ma \u001b[0m\u001b[2mquote\u001b[0m\n'],
  [
    '```diff\n@@ -1 +1 @@\n-a\n+b\n c\n```',
    '```diff\n\u001b[36m@@ -1 +1 @@\u001b[0m\n\u001b[91m-a\u001b[0m\n\u001b[32m+b\u001b[0m\n c\n```\n',
  ],
  [
    "```ts\nconst a = 'b'; // c\n```\nconst",
    "```ts\n\u001b[36mconst\u001b[0m a = \u001b[32m'b'\u001b[0m; \u001b[2m// c\u001b[0m\n```\nconst\n",
  ],
  ['```sh\necho $# # c\n```', '```sh\necho $# \u001b[2m# c\u001b[0m\n```\n'],
  ['```js\nx("http://a")', '```js\nx(\u001b[32m"http://a"\u001b[0m)\n'],
  ['```sql\nSELECT a -- b', '```sql\n\u001b[36mSELECT\u001b[0m a \u001b[2m-- b\u001b[0m\n'],
  ['```what\nconst a', '```what\nconst a\n'],
])('styles %j', (text, styled) => {
  expect(run(Array.from(text)).replaceAll('\u001b[0m\u001b[1m', '')).toBe(styled);
});

it.each([
  ['diff', '-a\n', '\u001b[91m-a\u001b[0m'],
  ['diff', '+a\n', '\u001b[32m+a\u001b[0m'],
  ['diff', ' a\n', ' a'],
  ['sh', '-a\n', '-a'],
])('a fence of %s shows %j', (language, line, shown) => {
  const lines = run(['```', language, '\n', line, '```\n']).split('\n');
  expect(lines[1]).toBe(shown);
});
