import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeCommand, type CommandAnalysis } from '../../src/index.ts';

const SCRIPTS = new Map([
  ['/w/one.sh', '#!/bin/bash\nrm -rf "$1"\n'],
  ['/w/var.sh', 'rm -rf "$d"\n'],
  ['/w/home.sh', 'rm -rf ~\n'],
  ['/w/program.sh', '$p f\n'],
  ['/w/first.sh', '$1 f\n'],
  ['/w/all.sh', 'set -e\nshift\nexec "$@"\n'],
  ['/w/outer.sh', './one.sh "$@"\n'],
  ['/w/functions.sh', 'clean() { rm -rf "$1"; }\n'],
  ['/w/below.sh', 'rm -rf "$1"/*\n'],
  ['/w/moved.sh', 'cd $1\nrm -rf "$PWD"\n'],
  ['/w/tested.sh', 'if [ -z "$1" ]; then echo usage; exit 1; fi\nrm -rf "$1"/*\n'],
  ['/w/counted.sh', '[ $# -eq 1 ] || exit 1\nrm -rf "$1"/*\n'],
  ['/w/demanded.sh', 'rm -rf "${1:?which one}"/*\n'],
  ['/w/chosen.sh', 'case "$1" in clean) rm -rf "$2"/*;; esac\n'],
  ['/w/python.py', '#!/usr/bin/python3\nrm -rf "$1"\n'],
]);

function analyze(command: string): CommandAnalysis {
  return analyzeCommand(command, {
    cwd: '/w',
    home: '/home/me',
    readText: (path) => SCRIPTS.get(path),
    isExported: () => false,
  });
}

const linesOf = (command: string): readonly string[] => analyze(command).presumed.map(({ source }) => source);

describe('a dry run finds what scripts do with what they are given', () => {
  const HOME = 'rm -rf /home/me';
  it.each([
    ['bash one.sh ~', HOME],
    ['bash below.sh', 'rm -rf /*'],
    ['./below.sh ""', 'rm -rf /*'],
    ['bash -c \'rm -rf "$1"/*\' x', 'rm -rf /*'],
    ['f() { rm -rf "$1"/*; }; f', 'rm -rf /*'],
    ['f() { [ "$1" ]; }; g() { rm -rf "$1"/*; }; f; g', 'rm -rf /*'],
    ['bash moved.sh', HOME],
    ['./one.sh "$HOME"', HOME],
    ['source ./one.sh ~', HOME],
    ['bash -s -- ~ < one.sh', HOME],
    ['cat one.sh | bash -s ~', HOME],
    ['timeout 5 nice ./one.sh ~', HOME],
    ['./outer.sh ~', HOME],
    ['cp one.sh two.sh; bash two.sh ~', HOME],
    ['. ./functions.sh; clean ~', HOME],
    ['d=$HOME ./var.sh', HOME],
    ['d="$HOME" bash var.sh', HOME],
    ['export d=$HOME; ./var.sh', HOME],
    ['set -a; d=~; ./var.sh', HOME],
    ['d=~; . ./var.sh', HOME],
    ['env d="$HOME" bash var.sh', HOME],
    ['nohup env d="$HOME" sh var.sh', HOME],
    ['eval "$(cat home.sh)"', HOME],
    ['eval "$(< home.sh)"', HOME],
    ['bash -c "$(cat home.sh)"', HOME],
    ['bash <(cat home.sh)', HOME],
    ['. <(cat home.sh)', HOME],
    ['x=$(cat home.sh); eval "$x"', HOME],
    ['mapfile -t lines < home.sh; eval "${lines[0]}"', HOME],
    ['while read -r line; do $line; done < home.sh', "rm -rf '~'"],
    ['while read -r line; do eval "$line"; done < home.sh', HOME],
    ['ENV=./home.sh sh -ic :', HOME],
    ['git -c gpg.program=./home.sh commit -S', HOME],
    ['p=rm ./program.sh', 'rm f'],
    ['env p=rm bash program.sh', 'rm f'],
    ['./first.sh rm', 'rm f'],
    ['bash all.sh x rm f', 'rm f'],
    ['printf "a b c x rm f" | xargs -n3 bash all.sh', 'rm f'],
    ['printf "a b c x rm f" | xargs -n 3 bash all.sh', 'rm f'],
    [String.raw`printf 'a\0b\0c\0x\0rm\0f' | xargs -0n3 bash all.sh`, 'rm f'],
    [String.raw`printf 'a\0b\0c\0x\0rm\0f' | xargs -0n 3 bash all.sh`, 'rm f'],
    [String.raw`printf '#\0\nrm f' | bash`, 'rm f'],
    [String.raw`x=$(printf 'r\0m'); $x f`, 'rm f'],
    [String.raw`printf 'r\0m\n' | while read -r x; do $x f; done`, 'rm f'],
    ['printf "x rm f y touch g" | xargs --max-args=3 bash all.sh', 'touch g'],
    ['printf "a,rm f" | xargs -d, -I@ bash -c @', 'rm f'],
    ['echo "a \\"rm f\\"" | xargs -n1 bash -c', 'rm f'],
    [`printf "rm f" | xargs --max-lines=1 -t bash -c '"$@"' x`, 'rm f'],
    ['printf "x rm f\n" | parallel -j 4 bash all.sh', 'rm f'],
    ['printf "x rm f\n" | parallel --jobs 4 --halt now bash all.sh', 'rm f'],
  ])('%s: %s', (command, expected) => {
    expect(linesOf(command)).toContain(expected);
  });

  it.each([
    ['a variable that is not exported', 'd=~; ./var.sh'],
    ['a script of another language', './python.py ~'],
    ['a function that is not called', 'f() { rm -rf ~; }'],
    ['an argument that nothing uses', 'bash -n one.sh ~'],
    ['what comes after an exit', 'exit 0; x="rm -rf $HOME"; $x'],
  ])('but not %s: %s', (_, command) => {
    expect(linesOf(command)).not.toContain(HOME);
  });
});

describe('a dry run', () => {
  it.each(['./tested.sh', './counted.sh', './demanded.sh', './chosen.sh', './below.sh build'])(
    'takes nothing as empty that %s makes sure of',
    (line) => {
      expect(linesOf(line)).not.toContain('rm -rf /*');
    },
  );

  it('ends, whatever the line does', () => {
    for (const line of [
      'f() { f; f; }; f',
      'f() { "$@" "$@"; }; f f f f',
      'x=aaaaaaaaaaaaaaaaaaaaaaaa; for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5 6 7 8 9; do x=$x$x$x$x; done; done; rm $x',
      'while read -r x; do echo "$x$x" >> f; bash f; done < home.sh',
      'eval "$(cat one.sh)" "$(eval "$x")"; x=\'eval "$x"\'; eval "$x"',
      'x=$(printf "%s" aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa); echo "${x##*a*a*a*a*b}" "${x//*a*a*a*b/}"',
      'bash -c "$0" bash -c "$0"; . ./functions.sh; alias a=a; a',
    ])
      expect(analyze(line).source).toBe(line);
  });

  it('changes nothing of what a line is allowed, and never throws', () => {
    const words = fc.constantFrom(
      ...'$x "$x" ${x#*/} ${x[@]} "${x[@]:1}" "$@" $(cat home.sh) ~ * a[b {a,~} rm -rf bash one.sh <(echo) [ \'$(\' =~'.split(
        ' ',
      ),
    );
    const line = fc
      .array(
        fc.tuple(
          fc.constantFrom('x=', 'x+=', 'set -- ', 'eval ', 'f() { ', '. ', ''),
          fc.array(words, { maxLength: 4 }),
        ),
      )
      .map((parts) =>
        parts
          .map(([head, rest]) => `${head}${rest.join(' ')}${head.startsWith('f') ? '; }' : ''}`)
          .join('; '),
      );
    fc.assert(
      fc.property(line, (source) => {
        const { commands, isReadOnly, presumed, opaque } = analyze(source);
        expect(isReadOnly).toBe(opaque === undefined && commands.every((one) => one.isReadOnly));
        expect(presumed.length).toBeLessThan(500);
      }),
    );
  });
});
