import { createMemoryFiles, createPermissionContext } from '@sluice/core';
import { expect, it } from 'vitest';
import { expectRows } from './expect-rows.ts';
import { CWD, HOME, judge, policyOf, problemsOf, verdict } from './judge.ts';
import { ROWS_OF_COMMANDS } from './rows-of-commands.ts';
import { ROWS_OF_PLACES } from './rows-of-places.ts';
import { quickOr } from '../../../../../test/support/quick.ts';

/**
 * Not here: line 21 (UNC paths; a tool that reads them comes with Windows), line 22 (PowerShell; no such tool yet),
 * line 16 (dialogs; the interactive client brings them), and of line 20 `which` and git's settings (no shell string is
 * ever built from parts: process tests of the shell's tables).
 */
expectRows('reliability.md A', [...ROWS_OF_COMMANDS, ...ROWS_OF_PLACES]);

it('24. a rule by the name of what every object has does not void its neighbors', () => {
  expect(verdict('Bash', 'rm x', { deny: ['toString', 'Bash(rm *)', '__proto__'] })).toBe('D');
  expect(problemsOf({ deny: ['toString', 'Bash(rm *)'] })).toEqual(['unknown-tool']);
});

it('25. the rule that a decision names is one of those there are', () => {
  const { rule } = judge('Bash', 'sudo rm x', { deny: ['Bash(ls)', 'Bash(rm *)'] });
  expect(rule).toMatchObject({ behavior: 'deny', text: 'Bash(rm *)' });
});

it('27. rules are made ready once for a context', () => {
  const policy = policyOf(createMemoryFiles({ contents: new Map(), links: new Map() }));
  const rules = Array.from({ length: 2000 }, (_, index) => ({
    behavior: 'deny' as const,
    text: `Bash(x${index} *)`,
    source: 'project' as const,
    root: CWD,
  }));
  const context = createPermissionContext(
    { mode: 'default', rules, workingDirectories: [CWD], home: HOME },
    1,
  );
  expect(policy.rulesOf(context)).toBe(policy.rulesOf(context));
});

const times = (most: number): number => Math.ceil(most / quickOr(4, 1));

// Time itself is a benchmark's; that each of these ends at all says that nothing backtracks. It is taken apart alike in every mode.
const LONG: readonly (readonly [string, string])[] = [
  ['brackets', '('.repeat(times(4000))],
  ['substitutions', '$('.repeat(times(4000))],
  ['braces', `echo ${'{a,b}'.repeat(times(1500))}`],
  ['quotes', `echo ${`"'`.repeat(times(4000))}`],
  ['backslashes', `echo ${'\\'.repeat(times(9001))}`],
  ['operators', 'ls;'.repeat(times(3000))],
  ['wrappers', `${'nice '.repeat(times(1900))}ls`],
  ['assignments', `${'a=b '.repeat(times(2000))}ls`],
  ['parameters', `echo ${'${a:-'.repeat(times(1500))}`],
  ['pipes', `ls${' | cat'.repeat(times(1200))}`],
  ['stars', `ls ${'*'.repeat(times(9000))}`],
  ['here-documents', 'cat <<E\n'.repeat(times(1000))],
];

it.each(LONG)('27. a command of many %s is decided', (_, command) => {
  for (const mode of ['default', 'acceptEdits'] as const)
    expect(verdict('Bash', command, { mode, deny: ['Bash(rm *)', 'Bash(*a*b*c*d)'] })).toMatch(/[A?D]/);
});
