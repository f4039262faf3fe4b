import { expect, it } from 'vitest';
import { disarm } from '../../src/display/disarm.ts';

it.each([
  ['lines, tabs, CRLF and joiners stay', 'a\n\tb\r\n👩\u200d👧\u00a0', 'a\n\tb\r\n👩\u200d👧\u00a0'],
  ['escape sequences', '\u001b]52;c;YQ==\u0007', '⟨U+001B⟩]52;c;YQ==⟨U+0007⟩'],
  ['C1 controls', '\u009b2J', '⟨U+009B⟩2J'],
  ['a carriage return alone', 'a\rb', 'a⟨U+000D⟩b'],
  ['backspaces', 'a\b', 'a⟨U+0008⟩'],
  ['what turns text around', 'a\u202eb\u2066', 'a⟨U+202E⟩b⟨U+2066⟩'],
  ['a lone surrogate', '\ud83d', '⟨U+D83D⟩'],
])('%s', (_, text, shown) => {
  expect(disarm(text)).toBe(shown);
});
