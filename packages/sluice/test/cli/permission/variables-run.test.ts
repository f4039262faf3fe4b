import { expect, it } from 'vitest';
import { verdict } from './judge.ts';

const judged = { mode: 'bypassPermissions', deny: ['Bash(rm *)'] } as const;

it.each([
  "GIT_EXTERNAL_DIFF='rm f;:' git diff",
  "GIT_EDITOR='rm f;:' git commit --amend -a",
  "EDITOR='rm f;:' git config -e",
  "GIT_SSH_COMMAND='rm f;:' git fetch",
  "VISUAL='rm f;:'; git commit",
])('a deny of rm sees the value of the variable in %s', (command) => {
  expect(verdict('Bash', command, judged)).toBe('D');
});

it.each(["EDITOR='code --wait' git commit", 'GIT_EDITOR=true git rebase main', "PAGER='less -R' git log"])(
  '%s runs',
  (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  },
);
