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
  [
    'a quoted text with commas',
    '---\npaths: "src/**, *.{a,b}" # both\n---\nUse tabs.',
    ['src/**', '*.{a,b}'],
  ],
  ['several quoted texts', '---\npaths: "a b", *.{a,b}, "c"\n---\nUse tabs.', ['a b', '*.{a,b}', 'c']],
  ['a pattern in quotes on both sides', '---\npaths: "a", "b, c"\n---\nUse tabs.', ['a', 'b, c']],
  [
    'names with blanks',
    '---\npaths:\n  - "My Docs/**"\n  - other docs/*.md\n---\nUse tabs.',
    ['My Docs/**', 'other docs/*.md'],
  ],
  [
    'a list in brackets over several lines',
    "---\npaths: [\n  'My Docs/**', # one\n  a/[bc]\n]\n---\nUse tabs.",
    ['My Docs/**', 'a/[bc]'],
  ],
  [
    'a bracket class at the end',
    '---\npaths:\n  - "src/[ab]"\n  - lib/[c,d]\n---\nUse tabs.',
    ['src/[ab]', 'lib/[c,d]'],
  ],
  ['one pattern with a bracket class at the end', '---\npaths: src/[ab]\n---\nUse tabs.', ['src/[ab]']],
  ['frontmatter without an end', '---\npaths: src/**\nUse tabs.', [], '---\npaths: src/**\nUse tabs.'],
])('a rule with %s', (_title, text, globs, body = 'Use tabs.') => {
  expect(parseRule(text)).toEqual({ globs, text: body });
});
