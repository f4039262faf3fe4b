import { expect, test } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalyzedCommand, AnalysisContext } from '../../src/effects/analysis.ts';
import { commandLanguage } from '../../src/rules/command-language.ts';
import type { CommandPattern } from '../../src/rules/pattern.ts';
import { quietRepository } from '../effects/quiet-repository.ts';

const CONTEXT: AnalysisContext = { cwd: '/p', home: '/home/dev', repository: quietRepository };

interface Rules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** What rules alone decide of a command line, apart from its files. */
function decide(source: string, rules: Rules): 'allow' | 'ask' | 'deny' {
  const { commands, opaque } = analyzeCommand(source, CONTEXT);
  const allow = compile(rules.allow);
  const isForbidden = (patterns: readonly CommandPattern[]) =>
    commands.some(({ texts }) => patterns.some(({ matches }) => texts.deny.some(matches)));
  const isAllowed = (command: AnalyzedCommand) =>
    command.isReadOnly || command.isNested || allow.some((pattern) => covers(pattern, command));
  if (isForbidden(compile(rules.deny))) return 'deny';
  if (opaque !== undefined || isForbidden(compile(rules.ask))) return 'ask';
  return commands.every(isAllowed) ? 'allow' : 'ask';
}

function covers(pattern: CommandPattern, { texts }: AnalyzedCommand): boolean {
  if (pattern.exact !== undefined) return pattern.exact === texts.exact;
  return texts.allow !== undefined && pattern.matches(texts.allow);
}

function compile(specifiers: readonly string[] = []): CommandPattern[] {
  return specifiers.flatMap((specifier) => {
    const pattern = commandLanguage.compile(specifier);
    return 'problem' in pattern ? [] : [pattern];
  });
}

// Numbers are those of the conformance vectors in behaviour.md 9.
test.each([
  { row: 1, rules: { allow: ['npm run test:*'] }, command: 'npm run test', expected: 'allow' },
  { row: 1, rules: { allow: ['npm run test:*'] }, command: 'npm run test -- -u', expected: 'allow' },
  { row: 1, rules: { allow: ['npm run test:*'] }, command: 'npm run tests', expected: 'ask' },
  { row: 2, rules: { allow: ['ls*'] }, command: 'lsof -r', expected: 'allow' },
  { row: 3, rules: { allow: ['git * main'] }, command: 'git push origin main', expected: 'allow' },
  { row: 3, rules: { allow: ['git * main'] }, command: 'git push origin main --force', expected: 'ask' },
  { row: 4, rules: { allow: ['git:* push'] }, command: 'git push', expected: 'ask' },
  { row: 5, rules: { allow: ['safe *'] }, command: 'safe a && other', expected: 'ask' },
  { row: 5, rules: { allow: ['safe *'] }, command: 'safe a | safe b', expected: 'allow' },
  { row: 6, rules: { allow: ['npm test *'] }, command: 'timeout 30 npm test', expected: 'allow' },
  { row: 6, rules: { allow: ['npm test *'] }, command: 'NODE_ENV=test npm test', expected: 'allow' },
  { row: 6, rules: { allow: ['npm test *'] }, command: 'FOO=1 npm test', expected: 'ask' },
  { row: 7, rules: { deny: ['rm *'] }, command: 'FOO=bar rm -rf t', expected: 'deny' },
  { row: 7, rules: { deny: ['rm *'] }, command: 'sudo rm x', expected: 'deny' },
  { row: 7, rules: { deny: ['rm *'] }, command: 'echo $(rm x)', expected: 'deny' },
  { row: 7, rules: { deny: ['rm *'] }, command: 'ls | xargs rm', expected: 'deny' },
  { row: 8, rules: { allow: ['tsc *'] }, command: 'xargs tsc p', expected: 'allow' },
  { row: 8, rules: { allow: ['tsc *'] }, command: 'xargs -n1 tsc p', expected: 'ask' },
  { row: 9, rules: { allow: ['find *'] }, command: 'find . -name x', expected: 'allow' },
  { row: 9, rules: { allow: ['find *'] }, command: 'find . -delete', expected: 'ask' },
  { row: 9, rules: { allow: ['find . -delete'] }, command: 'find . -delete', expected: 'allow' },
  { row: 10, rules: { allow: ['watch *'] }, command: 'watch ls', expected: 'ask' },
  { row: 10, rules: { allow: ['watch ls'] }, command: 'watch ls', expected: 'allow' },
  { row: 11, rules: { deny: ['aws *'], allow: ['aws s3 ls'] }, command: 'aws s3 ls', expected: 'deny' },
  { row: 12, rules: { ask: ['git push *'], allow: ['git *'] }, command: 'git push', expected: 'ask' },
])('row $row: $command', ({ rules, command, expected }) => {
  expect(decide(command, rules)).toBe(expected);
});

test.each([
  '/bin/rm x',
  String.raw`\rm x`,
  '"rm" x',
  'r""m x',
  'FOO=1 rm x',
  'env rm x',
  'command rm x',
  'sudo rm x',
  'timeout 1 rm x',
  'eval "rm x"',
  'bash -lc "rm x"',
  'echo hi | xargs rm',
])('a rule that denies rm sees through %s', (command) => {
  expect(decide(command, { deny: ['rm *'] })).toBe('deny');
  expect(decide(command, { deny: ['"rm":*'] })).toBe('deny');
});

test.each([
  ['git commit -m "fix*"', `git commit -m "fix a bug"`, 'allow'],
  ['git commit -m "fix*"', `git commit -m 'feat: a'`, 'ask'],
  [`git commit -m 'it'"'"'s done'`, `git commit -m "it's done"`, 'allow'],
  ['git  commit   *', 'git    commit -m  x', 'allow'],
  ['git commit *', `git commit -m "$(cat <<'E'\n# a\nb\nE\n)"`, 'allow'],
  ['git commit *', 'git commit', 'allow'],
  ['git commit *', `git commit -m '#1'`, 'allow'],
] as const)('an allow rule %s for %s', (specifier, command, expected) => {
  expect(decide(command, { allow: [specifier] })).toBe(expected);
});
