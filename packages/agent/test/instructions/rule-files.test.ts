import { expect, it } from 'vitest';
import { parseRule } from '../../src/instructions/rule-files.ts';

it.each([
  ['no frontmatter', 'Use tabs.', [], 'Use tabs.'],
  ['other keys only', '---\ndescription: x\n---\nUse tabs.', [], 'Use tabs.'],
  [
    'a list',
    '---\npaths:\n  - src/**/*.ts\n  - "lib/*.{js,ts}" # both\n---\nUse tabs.',
    ['src/**/*.ts', 'lib/*.{js,ts}'],
  ],
  ['a list in brackets', '---\npaths: [\'src/**\', "a/[bc].ts"]\n---\nUse tabs.', ['src/**', 'a/[bc].ts']],
  ['a text with commas', '---\npaths: src/**, *.{a,b}\n---\nUse tabs.', ['src/**', '*.{a,b}']],
  ['frontmatter without an end', '---\npaths: src/**\nUse tabs.', [], '---\npaths: src/**\nUse tabs.'],
])('a rule with %s', (_title, text, globs, body = 'Use tabs.') => {
  expect(parseRule(text)).toEqual({ globs, text: body });
});
