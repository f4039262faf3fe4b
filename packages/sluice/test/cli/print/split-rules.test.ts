import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRules } from '../../../src/cli/print/split-rules.ts';

test.for([
  ['', []],
  [' , ,\n\t', []],
  ['Bash,Edit Read', ['Bash', 'Edit', 'Read']],
  ['Bash(npm test *),Edit', ['Bash(npm test *)', 'Edit']],
  ['Bash(a, b) Read(x y)', ['Bash(a, b)', 'Read(x y)']],
  ['Bash(echo (a b) c) Edit', ['Bash(echo (a b) c)', 'Edit']],
  // A bracket too many closes nothing; one too few holds all that follows.
  ['Bash) Edit', ['Bash)', 'Edit']],
  ['Bash(a Edit', ['Bash(a Edit']],
] as const)('%j', ([text, rules]) => {
  expect(splitRules(text)).toEqual(rules);
});

test('rules of any kind come back from any blanks between them', () => {
  const rule = fc.tuple(
    fc.constantFrom('Bash', 'Edit', 'mcp__a__b'),
    fc.stringMatching(/^[a-z ,:*]{0,12}$/u),
  );
  const separator = fc.stringMatching(/^[ ,\n\t]{1,3}$/u);
  fc.assert(
    fc.property(fc.array(fc.tuple(rule, separator), { maxLength: 8 }), (parts) => {
      const rules = parts.map(([[name, content]]) => (content === '' ? name : `${name}(${content})`));
      const text = parts.map(([, between], index) => `${rules[index]}${between}`).join('');
      expect(splitRules(text)).toEqual(rules);
    }),
  );
});
