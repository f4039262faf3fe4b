import { expect, it } from 'vitest';
import { spreadWorktree } from '../../src/cli/worktree/spread-worktree.ts';

it.each([
  ['-w', '--worktree='],
  ['-w fix', '--worktree=fix'],
  ['-p --worktree fix/login words', '-p --worktree=fix/login words'],
  ['-w --model x', '--worktree= --model x'],
  ['-w #12 words', '--worktree=#12 words'],
  ['-w https://github.com/o/r/pull/12', '--worktree=https://github.com/o/r/pull/12'],
  ['--worktree=fix', '--worktree=fix'],
  ['-- -w fix', '-- -w fix'],
])('%s is read as %s', (given, read) => {
  expect(spreadWorktree(given.split(' '))).toEqual(read.split(' '));
});

it('takes a prompt with blanks for a prompt', () => {
  expect(spreadWorktree(['-w', 'Fix it.'])).toEqual(['--worktree=', 'Fix it.']);
});
