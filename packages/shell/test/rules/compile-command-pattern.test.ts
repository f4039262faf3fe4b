import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCommandPattern } from '../../src/rules/compile-command-pattern.ts';
import type { CommandPattern } from '../../src/rules/pattern.ts';
import { escapePattern } from '../../src/rules/pattern-words.ts';
import { matchesSlowly } from './slow-matcher.ts';

function compile(specifier: string): CommandPattern {
  const pattern = compileCommandPattern(specifier);
  if ('problem' in pattern) throw new Error(`${specifier}: ${pattern.problem}`);
  return pattern;
}

interface PatternRow {
  readonly title: string;
  readonly pattern: string;
  readonly matches: readonly string[];
  readonly others: readonly string[];
}

const ROWS: readonly PatternRow[] = [
  {
    title: 'a pattern without a star is one command',
    pattern: 'npm run build',
    matches: ['npm run build'],
    others: ['npm run build ', 'npm run build x', 'npm run builds', 'npm run', ' npm run build', ''],
  },
  {
    title: 'a star after a blank at the end begins at the end of a word, or is nothing',
    pattern: 'npm run test *',
    matches: ['npm run test', 'npm run test -- -u', 'npm run test a\nb', 'npm run test '],
    others: ['npm run tests', 'npm run test:unit', 'npm run', 'x npm run test', 'npm run test\tx'],
  },
  {
    title: ':* at the very end is the same',
    pattern: 'npm run test:*',
    matches: ['npm run test', 'npm run test -- -u'],
    others: ['npm run tests', 'npm run test:unit'],
  },
  {
    title: ':* after a blank, too',
    pattern: 'npm run :*',
    matches: ['npm run', 'npm run x'],
    others: ['npm runs'],
  },
  {
    title: 'a star after a letter is any ending',
    pattern: 'ls*',
    matches: ['ls', 'ls -la', 'lsof'],
    others: ['l', 'als'],
  },
  {
    title: 'a star at the beginning is any beginning',
    pattern: '* install',
    matches: ['npm install', 'a b install', ' install'],
    others: ['install', 'npm install x', 'npm reinstall'],
  },
  {
    title: 'a star in between is any characters, blanks too',
    pattern: 'git * main',
    matches: ['git push origin main', 'git merge main', 'git a\nb main'],
    others: ['git main', 'git push origin main --force', 'git push main2', 'agit push main'],
  },
  {
    title: 'a colon before a star that is not the end is a colon',
    pattern: 'git:* push',
    matches: ['git: push', 'git:x push'],
    others: ['git push', 'git x push'],
  },
  {
    title: 'the last star of several may be nothing as well',
    pattern: '* --help *',
    matches: ['npm --help', 'npm --help x', 'npm run --help --help'],
    others: ['npm --helpx', '--help', 'npm --hel'],
  },
  {
    title: 'runs of blanks outside quotes are one blank',
    pattern: '  git \t push   * ',
    matches: ['git push', 'git push origin'],
    others: ['git  push', 'git pushx'],
  },
  {
    title: 'blanks in quotes are kept',
    pattern: `grep 'a  b' *`,
    matches: [`grep 'a  b' f`, `grep 'a  b'`],
    others: [`grep 'a b' f`],
  },
  {
    title: 'an escaped blank separates nothing',
    pattern: String.raw`ls a\  *`,
    matches: [String.raw`ls a\ `, String.raw`ls a\  b`],
    others: ['ls a', String.raw`ls a\ b`],
  },
  {
    title: 'an escaped star is a star',
    pattern: String.raw`find . -name '\*.ts'`,
    matches: [`find . -name '*.ts'`],
    others: [`find . -name 'a.ts'`, String.raw`find . -name '\*.ts'`],
  },
  {
    title: 'an escaped star beside one that is not',
    pattern: String.raw`find . -name '\*.ts' *`,
    matches: [`find . -name '*.ts'`, `find . -name '*.ts' -print`],
    others: [`find . -name 'a.ts'`],
  },
  {
    title: 'a backslash before an escaped star is a backslash',
    pattern: String.raw`grep 'a\\*' f`,
    matches: [String.raw`grep 'a\*' f`],
    others: [`grep 'a*' f`, String.raw`grep 'a\\*' f`],
  },
  {
    title: 'an escaped star at the end is no wildcard',
    pattern: String.raw`echo \*`,
    matches: ['echo *'],
    others: ['echo', 'echo x'],
  },
  {
    title: 'a colon before an escaped star is a colon',
    pattern: String.raw`echo :\*`,
    matches: ['echo :*'],
    others: ['echo', 'echo x'],
  },
  { title: 'stars side by side are one', pattern: 'ls **', matches: ['ls', 'ls x'], others: ['lsx'] },
  { title: 'a star is everything', pattern: '*', matches: ['', 'ls', 'a\nb'], others: [] },
  { title: 'no piece overlaps another', pattern: 'ab*ba', matches: ['abba', 'abxba'], others: ['aba', 'ab'] },
  {
    title: 'other blanks than the shell’s are letters',
    pattern: 'rm\u00a0*',
    matches: ['rm\u00a0x'],
    others: ['rm', 'rm x'],
  },
];

test.each(ROWS)('$title: $pattern', ({ pattern, matches, others }) => {
  const compiled = compile(pattern);
  for (const text of matches) expect([text, compiled.matches(text)]).toEqual([text, true]);
  for (const text of others) expect([text, compiled.matches(text)]).toEqual([text, false]);
});

test.each([
  ['npm run build', 'npm run build', 'npm run build'],
  ['npm run test *', undefined, 'npm run test'],
  ['npm run test:*', undefined, 'npm run test'],
  ['ls*', undefined, 'ls'],
  ['* install', undefined, ''],
  ['git * main', undefined, 'git '],
  ['git * main *', undefined, 'git '],
  [String.raw`echo \*`, 'echo *', 'echo *'],
])('%s is found by its exact text or its beginning', (specifier, exact, prefix) => {
  expect(compile(specifier)).toMatchObject({ exact, prefix });
});

test.each(['', ' \t', ':*', ' :*'])('%j is a problem, in words', (specifier) => {
  expect(compileCommandPattern(specifier)).toEqual({ problem: expect.stringMatching(/^\w/) });
});

test('the pattern of a text matches the text and is exact, whatever is in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-c*\\'":]([a-c*\\'": ]*[a-c*\\'":])?$/), (text) => {
      fc.pre(!text.includes('  ') && !text.includes(String.raw`\ `));
      const pattern = compile(escapePattern(text));
      expect(pattern.exact).toBe(text);
      expect(pattern.matches(text)).toBe(true);
    }),
  );
});

const symbols = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), maxLength: 12 });

test('patterns match what a slow matcher matches, and only texts that begin with their prefix', () => {
  fc.assert(
    fc.property(symbols('ab *:'), symbols('ab :\n'), (specifier, text) => {
      const pattern = compileCommandPattern(specifier);
      if ('problem' in pattern) return;
      expect(pattern.matches(text)).toBe(matchesSlowly(specifier, text));
      if (pattern.matches(text)) expect(text.startsWith(pattern.prefix)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

// A matcher that goes back would not end here.
test.each([
  ['many stars', 'a*'.repeat(5_000), 'a'.repeat(4_999)],
  ['many stars before what is missing', `${'*a'.repeat(5_000)}b*`, 'a'.repeat(10_000)],
  ['a long piece that almost matches everywhere', `*${'a'.repeat(5_000)}b*`, 'a'.repeat(10_000)],
  ['a long piece at the end', `x*${'a'.repeat(5_000)}b *`, `x${'a'.repeat(9_999)}`],
])('a hostile pattern ends: %s', (_, pattern, text) => {
  const { matches } = compile(pattern);
  expect(Array.from({ length: 100 }, () => matches(text))).not.toContain(true);
});
