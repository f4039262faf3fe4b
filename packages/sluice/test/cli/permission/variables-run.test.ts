import { expect, it } from 'vitest';
import { verdict } from './judge.ts';

const judged = { mode: 'bypassPermissions', deny: ['Bash(rm *)'] } as const;

it.each([
  "GIT_EXTERNAL_DIFF='rm f;:' git diff",
  "GIT_EDITOR='rm f;:' git commit --amend -a",
  "EDITOR='rm f;:' git config -e",
  "GIT_SSH_COMMAND='rm f;:' git fetch",
  "VISUAL='rm f;:'; git commit",
  'VISUAL=rm; git commit',
  ...'GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_PROXY_COMMAND'
    .concat(' SSH_ASKPASS EDITOR VISUAL PAGER MANPAGER RSYNC_RSH CC CXX RUSTC_WRAPPER CARGO_TARGET_X_RUNNER')
    .split(' ')
    .map((name) => `${name}=rm build`),
  'GIT_EXTERNAL_DIFF=/bin/rm git diff',
  'env GIT_EXTERNAL_DIFF=rm git diff',
  'timeout 5 env -u X GIT_EDITOR=rm git commit',
  'export GIT_EDITOR=rm',
  'declare -x PAGER=rm',
  'sudo EDITOR=rm visudo',
  "LESSOPEN='|rm %s' less notes",
  "LESSOPEN='||-rm %s' less notes",
  'LESSCLOSE=rm less notes',
  "LESS='-R +!rm x' less notes",
  "GOFLAGS='-v -toolexec=rm' go build",
  "GOFLAGS=-exec='rm x' go test",
  'export GOFLAGS=-toolexec=rm',
  "MAKEFLAGS='-k SHELL=rm' make",
  "TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=rm\\ -rf\\ x' tar cf y a",
  "ZIPOPT='-T -TT rm' zip a b",
])('a deny of rm sees the value of the variable in %s', (command) => {
  expect(verdict('Bash', command, judged)).toBe('D');
});

it.each([
  "EDITOR='code --wait' git commit",
  'GIT_EDITOR=true git rebase main',
  "PAGER='less -R' git log",
  'CC=clang make',
  'make CC=gcc',
  'MAKEFLAGS="-k -j$(nproc)" make',
  'GOFLAGS=-mod=mod go build',
  'LESS=-FRX git log',
  'LESSOPEN= less notes',
  "PS1='$ ' ls",
  'TAR_OPTIONS=--exclude=x tar cf y a',
  'grep EDITOR=rm notes',
])('%s runs', (command) => {
  expect(verdict('Bash', command, judged)).toBe('A');
});

it.each([
  "MAKEFLAGS='--eval=$(shell rm x)' make",
  "MAKEFLAGS='-k -f other' make",
  'MAKEFLAGS=$X make',
  'PAGER="$X" git log',
  'RUSTC_WRAPPER=$X cargo build',
])('%s may run anything', (command) => {
  expect(verdict('Bash', command, judged)).toBe('?');
});
