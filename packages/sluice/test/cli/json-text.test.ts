import { expect, it } from 'vitest';
import { jsonText } from '../../src/cli/json-text.ts';

it('JSON for programs has nothing that a terminal obeys or hides, and is the same value', () => {
  const value = { 'a\u009b31m': ['\u202e\u200d\u{e0041}\u2028\u00a0', 'é 😀 漢', '\u001b]0;x\u0007\n'] };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[\n -~é😀漢]*$/u);
  expect(text.endsWith('}\n')).toBe(true);
});
