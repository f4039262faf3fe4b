import { expect, it } from 'vitest';
import { createPathMatcher } from '../../src/index.ts';

it.each<[string, string, boolean]>([
  ['src/**', '/p/src/a/b.ts', true],
  ['src/**', '/p/lib/a.ts', false],
  ['*.ts', '/p/deep/down/a.ts', true],
  ['*.ts', '/elsewhere/a.ts', false],
  ['**/*.{ts,tsx}', '/p/src/a.tsx', true],
  ['**/*.{ts,tsx}', '/p/src/a.js', false],
  ['docs/{a,b/{c,d}}.md', '/p/docs/b/d.md', true],
  ['docs/{a,b/{c,d}}.md', '/p/docs/b/e.md', false],
  ['{a}', '/p/a', false],
  ['!src/**', '/p/src/a', false],
  ['', '/p/a', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(createPathMatcher([pattern], '/p')(path)).toBe(expected);
});

it('stays small, however many braces multiply', () => {
  const matches = createPathMatcher(['{a,b}'.repeat(40)], '/p');
  expect(matches(`/p/${'b'.repeat(40)}`)).toBe(false);
});
