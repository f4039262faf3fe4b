import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotedWord } from '../../src/effects/item/command-text.ts';
import { parseCommand } from '../../src/parse/parse-command.ts';
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
    matches: [`ls 'a '`, `ls 'a ' b`],
    others: ['ls a', 'ls a b', `ls 'a 'b`],
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
    title: 'an escaped star at the end is not a wildcard',
    pattern: String.raw`echo \*`,
    matches: [`echo '*'`],
    others: ['echo', 'echo x', 'echo *'],
  },
  {
    title: 'a colon before an escaped star is a colon',
    pattern: String.raw`echo :\*`,
    matches: [`echo ':*'`],
    others: ['echo', 'echo x'],
  },
  {
    title: 'words without stars are decoded as the shell does',
    pattern: String.raw`r""m "-rf" 'a b' c\\d "e" *`,
    matches: [String.raw`rm -rf 'a b' 'c\d' e`, String.raw`rm -rf 'a b' 'c\d' e f`],
    others: [String.raw`rm -rf a b 'c\d' e`],
  },
  {
    title: 'so is an exact pattern',
    pattern: "git commit -m \"it's done\" --date='now'",
    matches: [String.raw`git commit -m 'it'\''s done' --date=now`],
    others: [],
  },
  {
    title: 'what is not literal is as written',
    pattern: 'cat $HOME/a ?.ts "$x y" *',
    matches: ['cat $HOME/a ?.ts "$x y"', 'cat $HOME/a ?.ts "$x y" z'],
    others: [`cat '$HOME/a' '?.ts' "$x y"`],
  },
  {
    title: 'a value of an assignment is quoted behind its name',
    pattern: `FOO='a b' BAR="c" EMPTY= npm test`,
    matches: [`FOO='a b' BAR=c EMPTY= npm test`],
    others: [`'FOO=a b' BAR=c EMPTY= npm test`],
  },
  {
    title: 'a quoted word with a star matches with and without the quotes that its text needs',
    pattern: 'git commit -m "fix*"',
    matches: ['git commit -m fix', 'git commit -m fix:x', `git commit -m 'fix a bug'`],
    others: [`git commit -m 'a fix'`],
  },
  {
    title: 'so does a word without quotes',
    pattern: 'git log --grep=* main',
    matches: ['git log --grep=x main', `git log '--grep=x y' main`],
    others: [`git log '--grep=x y' main2`],
  },
  {
    title: 'redirections are not part of an exact pattern',
    pattern: 'npm test 2>&1 > "out.txt"',
    matches: ['npm test'],
    others: ['npm test 2>&1'],
  },
  {
    title: 'what is not a simple command is as written',
    pattern: 'ls  &&  rm "x"',
    matches: ['ls && rm "x"'],
    others: ['ls'],
  },
  { title: 'redirections alone', pattern: '> out.txt', matches: ['> out.txt'], others: [''] },
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
  [String.raw`echo \*`, `echo '*'`, `echo '*'`],
  [`git commit -m "fix *" *`, undefined, 'git commit -m '],
])('%s is found by its exact text or its beginning', (specifier, exact, prefix) => {
  expect(compile(specifier)).toMatchObject({ exact, prefix });
});

test.each(['', ' \t', ':*', ' :*'])('%j is a problem, in words', (specifier) => {
  expect(compileCommandPattern(specifier)).toEqual({ problem: expect.stringMatching(/^\w/) });
});

test('the pattern of a command matches the command alone, whatever its words are', () => {
  const word = fc.oneof(fc.string({ unit: fc.constantFrom(...`ab*\\'":$= \n`.split('')) }), fc.string());
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), (values) => {
      const text = ['echo', ...values.map(quotedWord)].join(' ');
      fc.pre(parseCommand(text).kind !== 'opaque');
      const pattern = compile(escapePattern(text));
      expect(pattern.exact).toBe(text);
      expect(pattern.matches(text)).toBe(true);
      expect(pattern.matches(`${text} x`)).toBe(false);
    }),
    { numRuns: Math.min(2_000, Number(process.env['SLUICE_RUNS'] ?? 2_000)) },
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
    { numRuns: Math.min(5_000, Number(process.env['SLUICE_RUNS'] ?? 5_000)) },
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
