import { describe, expect, it } from 'vitest';
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

describe('variables that hold whole numbers', () => {
  const LOOPS = [
    'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done',
    'i=0; while (( i < 3 )); do echo "$i"; ((i++)); done',
    'i=0; until [ $i -ge 3 ]; do echo $i; (( i += 1 )); done',
    'i=3; while [ $i -gt 0 ]; do i=$((i - 1)); done; echo $((++i)) $((i--))',
    'for i in 1 2 3; do echo $((i * 2)); done',
    'n=$#; echo $((n + 1)) $n',
    'x=5; y=$((x <<= 1)); echo $y',
  ];

  it.each(LOOPS)('%s runs: it only reads', (command) => {
    expect(verdict('Bash', command)).toBe('A');
  });

  it.each(LOOPS)('%s runs under a rule that says nothing of it', (command) => {
    expect(verdict('Bash', command, { ...judged, deny: ['Edit(secret)', 'Bash(rm *)'] })).toBe('A');
  });

  it.each([
    "i='a[$(rm x)]'; echo $((i))",
    "i=0; i='a[$(rm x)]'; echo $((i+1))",
    'read i; echo $((i+1))',
    'i=0; read i; while [ $i -lt 3 ]; do i=$((i+1)); done',
    'i=0; i=$1; echo $((i+1))',
    'i=$(cat f); echo $((i+1))',
    "declare i='a[$(rm x)]'; i=$((i+1))",
    '((a[$(rm x)]++))',
    "i=1; i+='a[$(rm x)]'; echo $((i))",
    "for i in 1 'a[$(rm x)]'; do echo $((i)); done",
    "i=0; f() { i='a[$(rm x)]'; }; f; echo $((i))",
    "i=0; printf -v i %s 'a[$(rm x)]'; echo $((i+1))",
    '((PATH=1)); ls',
    '((x=$(cat f))); ls',
    'mapfile i; echo $((i+1))',
  ])('%s may run something', (command) => {
    expect(verdict('Bash', command, judged)).not.toBe('A');
  });
});

describe('assignments without a command', () => {
  it.each([
    'EDITOR=vim;',
    'EDITOR=vim; git commit',
    'export EDITOR=vim GIT_PAGER=cat; git log',
    'CC=clang; make',
    'PATH=/x:$PATH',
    'GIT_DIR=$x',
    'LD_PRELOAD=x.so',
  ])('%s runs', (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });

  it.each([
    'EDITOR="$x"; git commit',
    'PATH=/x:$PATH; ls',
    'LD_PRELOAD=x.so; ls',
    'GIT_DIR=$x; git status',
    'BASH_ENV=x; bash y',
    'a[$(rm x)]=1',
    'x=$((a[$(cat f)]))',
  ])('%s asks, by what follows or by what it runs', (command) => {
    expect(verdict('Bash', command, judged)).not.toBe('A');
  });
});
