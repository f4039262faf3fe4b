import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

/** Recursive removals whose text leaves open that they take away the root, a home or what is above the workspace. */
const ASKED = [
  'cd /; rm -rf etc',
  'cd ..; rm -rf p',
  'cd ~; rm -rf ../h',
  'set -- ~; rm -rf "$@"',
  'set -- /; rm -rf $1',
  'f() { rm -rf "$1"; }; f ~',
  'for d; do rm -rf "$d/"; done',
  'rm -rf {,/}',
  'rm -rf ${x-/}',
  'rm -rf ${x=/}',
  'rm -rf ${x/a/}',
  'rm -rf ${x:0:1}',
  'rm -rf "${x[0]}"',
  'rm -rf ${PWD/ws/}',
  'v=HOME; rm -rf ${!v}',
  'rm -rf $OLDPWD',
  'rm -rf /$x',
  'rm -rf "/$x"',
  'rm -rf "/etc/$x"',
  'rm -rf ~/"$x"',
  'rm --recursive "/$x"',
  'read d <<< ~; rm -rf $d',
  'while read -r d; do rm -rf "$d"; done < list',
  'printf -v d %s /; rm -rf $d',
  'mapfile -t d < list; rm -rf $d',
  'xargs rm -rf <<< ~',
  'echo / | xargs rm -rf',
  'echo / | xargs -I{} rm -rf {}',
  'echo etc | xargs -I{} rm -rf /{}',
  'for x in /*; do rm -rf "$x"; done',
  'find .. -delete',
  'find ../.. -delete',
];

/** Forms that careful scripts use, and removals of single files. */
const UNASKED = [
  'rm -rf "$dir"',
  'rm -rf $dir',
  'rm -rf "${dir%/}"',
  'rm -rf "$dir/build"',
  'd=$(mktemp -d); rm -rf "$d"',
  'd=$(mktemp -d); trap \'rm -rf "$d"\' EXIT',
  'for d in a b; do rm -rf "$d"; done',
  'for p in a b; do rm -rf "packages/$p/dist"; done',
  'rm -rf "packages/$p"',
  'rm -rf "/tmp/build-$x"',
  'rm -rf "out/dist-$x"',
  'cd sub; rm -rf build',
  'cd sub && rm -rf build',
  'cd "$dir" && rm -rf build',
  'rm -rf {a,b}',
  'xargs rm -f < list',
  "find . -name '*.o' | xargs rm",
  'find sub -name dist -exec rm -rf {} +',
  'find sub -delete',
  'rm -f "$1"',
];

describe('recursive removals whose targets the text does not tell', () => {
  it.each(ASKED)('%s asks in bypassPermissions', (command) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions' })).toBe('?');
  });

  it.each(UNASKED)('%s runs in bypassPermissions', (command) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions' })).toBe('A');
  });
});
