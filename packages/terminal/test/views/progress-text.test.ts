import { expect, it } from 'vitest';
import { progressText } from '../../src/views/live-calls.ts';

it.each([
  [{ type: 'mcp-progress', progress: 3, total: 8, message: undefined }, '3 of 8'],
  [{ type: 'mcp-progress', progress: 0.3333333, total: 1, message: 'Reading' }, '0.33 of 1  Reading'],
  [{ type: 'mcp-progress', progress: 7, total: undefined, message: 'Read\u001b[2J' }, '7  Read⟨U+001B⟩[2J'],
  [{ type: 'mcp-progress', progress: 1, message: `a\n${'x'.repeat(500)}` }, `1  ${'x'.repeat(40)}`],
  [{ bytes: 2048, tail: 'one\ntwo\n' }, '2.0 kB  two'],
  [{ bytes: 2048, tail: 'one\r\n 10 %\r 90 %\r' }, '2.0 kB   90 %'],
  [{ text: 'half way' }, 'half way'],
  [{ progress: '3' }, ''],
  [7, ''],
])('shows the progress of a tool: %j', (data, text) => {
  expect(progressText(data)).toBe(text);
});
