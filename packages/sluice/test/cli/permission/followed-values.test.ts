import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({ contents: new Map(['/p/a', '/h/notes'].map((path) => [path, ''])) });
const bypass = { mode: 'bypassPermissions', files } as const;

/** What runs comes of values: of variables, arrays, arguments and what simple commands print. */
const REMOVES_HOME = [
  'x="rm -rf $HOME"; $x',
  'declare x="rm -rf $HOME"; $x',
  'x="rm -rf"; y=$HOME; $x $y',
  'cmd=(rm -rf ~); "${cmd[@]}"',
  'cmd=(rm -rf "$HOME"); ${cmd[*]}',
  'cmd=(rm); cmd+=(-rf ~); "${cmd[@]}"',
  'cmd=(rm -rf x); cmd[2]=~; "${cmd[@]}"',
  'cmd=(x rm -rf ~); "${cmd[@]:1}"',
  'cmd="-rf $HOME"; rm $cmd',
  'o="-rf $HOME"; command rm $o',
  'x="x $HOME"; rm -rf $x',
  'IFS=:; x="a:$HOME"; rm -rf $x',
  'x="a:$HOME"; rm -rf ${x#a:}',
  'x=~/notes; rm -rf "${x%/*}"',
  'set -- rm -rf ~; "$@"',
  'set -- -rf ~; rm "$@"',
  'set -- x rm -rf ~; shift; "$@"',
  'zz() { "$@"; }; zz rm -rf "$HOME"',
  'zz() { command "$@"; }; zz rm -rf ~',
  'zz() { eval "$*"; }; zz rm -rf "$HOME"',
  'function zz { rm "$@"; }; zz -rf ~',
  'retry() { for i in 1 2; do "$@" && break; done; }; retry rm -rf ~',
  'one() { two "$@"; }; two() { "$@"; }; one rm -rf ~',
  'f() { printf -v "$1" %s ~; }; f d; rm -rf "$d"',
  'f() { echo ~; }; x="$(f) b"; rm -rf $x',
  'env d="$HOME" sh -c \'rm -rf "$d"\'',
  'env -i d="$HOME" /bin/sh -c \'/bin/rm -rf "$d"\'',
  'timeout 5 env d="$HOME" sh -c \'rm -rf "$d"\'',
  'find . -maxdepth 0 -exec env d="$HOME" sh -c \'rm -rf "$d"\' \\;',
  'hash -p /bin/rm zz; zz -rf ~',
  'git config core.worktree ~; git clean -fdx',
  'ln -s ~ l; cd -P l; rm -rf "$PWD"',
  'cd ~ && for f in *; do rm -rf $f; done',
  'rm -rf /h*',
  'printf \'rm -rf "$1"\' > s; bash s ~',
  'read -r x <<< "rm -rf $HOME"; $x',
  'while read -r l; do eval "$l"; done <<< "rm -rf $HOME"',
  'bash <(echo "rm -rf $HOME")',
  'if a; then x="-rf b"; else x="-rf $HOME"; fi; rm $x',
  'case a in b) x="-rf $HOME" ;; esac; rm $x',
];

const RUNS_RM = [
  'x="rm f"; $x',
  "p=rm bash -c '$p f'",
  "env 'BASH_FUNC_zz%%=() { rm f; }' bash -c zz",
  'cmd=(rm f); "${cmd[@]}"',
  'zz() { "$@"; }; zz rm f',
  "newgrp <<< 'rm f'",
  "parallel ::: 'rm f'",
];

const UNASKED = [
  'x="rm -rf build"; $x',
  'cmd=(rm -rf dist); "${cmd[@]}"',
  'set -- -rf build; rm "$@"',
  'run() { echo "+ $*"; "$@"; }; run rm -rf build',
  'for d in a b; do rm -rf "$d/node_modules"; done',
  'd=$(mktemp -d); trap \'rm -rf "$d"\' EXIT; cp -r src "$d"; rm -rf "$d"',
  'o="-rf $HOME/.cache/x"; rm $o',
  'for f in *.o; do rm -f "$f"; done',
  'cd build && rm -rf ./*.js',
  'x="rm -rf ~"; echo "$x"',
  'x="rm -rf $HOME"; printf "%s\\n" "$x" > notes',
  'git commit -m "$(echo rm -rf ~)"',
  'if [ -z "$x" ]; then x=~; exit 1; fi; rm -rf build "$x/y"',
  '[ -n "$x" ] || exit 1; rm -rf "$x"',
  'x=~; x=build; rm -rf "$x"',
];

describe('commands that come of values', () => {
  it.each(REMOVES_HOME)('%s asks in bypassPermissions', (command) => {
    expect(verdict('Bash', command, bypass)).toBe('?');
  });
  it.each(RUNS_RM)('%s never runs unasked under deny Bash(rm *)', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).not.toBe('A');
  });
  it.each(UNASKED)('%s runs in bypassPermissions', (command) => {
    expect(verdict('Bash', command, bypass)).toBe('A');
  });
});
