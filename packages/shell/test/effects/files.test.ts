import { describe, expect, test } from 'vitest';
import { analyze, filesOf, lastOf } from './analyze.ts';

describe('what a command touches', () => {
  test.each([
    ['cat a /b', ['read /p/a', 'read /b']],
    ['cat ~/.ssh/id', ['read /home/u/.ssh/id']],
    ['cat $HOME/.ssh/id "${HOME}/x"', ['read /home/u/.ssh/id', 'read /home/u/x']],
    ['HOME=/q; cat ~/x', ['read ?/**']],
    ['cat "$x"', ['read ?/**']],
    ['cat src/*.ts', ['read /p/src/**']],
    ['cat {a,b}', ['read /p/a', 'read /p/b']],
    ['cat f{1..3}', ['read /p/f1', 'read /p/f2', 'read /p/f3']],
    ['x=/etc; cat $x/passwd', ['read /etc/passwd']],
    ['x=a; x=b; cat $x', ['read ?/**', 'read /p/b']],
    ['if c; then x=a; fi; cat "$x"', ['read ?/**', 'read /p/a']],
    ['for f in a b; do cat "$f"; done', ['read /p/a', 'read /p/b']],
    ['cd sub && cat a', ['list /p/sub', 'read /p/sub/a']],
    ['cd $x && cat a', ['read /p/a', 'read ?/**']],
    ['cat ../a', ['read /a']],
    ['for f in src/*.ts; do cat "$f"; done', ['list /p/src/**', 'read /p/src/**']],
    ['for f in *; do rm -r "$f"; done', ['list /p/**', 'remove /p/** contents']],
    ['for f in *.a; do f=x; cat "$f"; done', ['list /p/**', 'read ?/**', 'read /p/x']],
    ['for f in *.a; do cat $f; done', ['list /p/**', 'read ?/**']],
    ['cat link/../a', ['read /p/link/../a']],
    ['cd sub && cat ../a', ['list /p/sub', 'read /p/sub/../a']],
    ['echo a > b', ['write /p/b']],
    ['echo a {fd}> b', ['write /p/b']],
    ['{fd}>> b', ['write /p/b']],
    ['{ cat <&$fd; } {fd}< b', ['read /p/b']],
    ['echo a {fd}<> b', ['write /p/b']],
    ['echo a {fd}>&-', []],
    ['mapfile -C "echo y > b; :" -c 1 < a', ['write /p/b', 'write ?/**', 'read /p/a']],
    ['readarray -tC "echo y > b; :" x < a', ['write /p/b', 'write ?/**', 'read /p/a']],
    ['mapfile -t x < a', ['read /p/a']],
    ['echo a >| b 2>> c', ['write /p/b', 'write /p/c']],
    ['echo a &> b', ['write /p/b']],
    ['echo a > ~/b', ['write /home/u/b']],
    ['echo a > *', ['write ?/**']],
    ['echo a > $x', ['write ?/**']],
    ['cat < a', ['read /p/a']],
    ['echo a > /dev/null 2>&1 <&- 3>/dev/fd/1', []],
    ['echo a > >(cat)', []],
    ['{ echo a; } > b', ['write /p/b']],
    ['! { echo a && echo b; } 2> c', ['write /p/c']],
    ['[[ -f a ]]', ['list /p/a']],
    ['find src -exec cat {} +', ['read /p/src/**', 'list /p/src/**']],
    ['find src -delete', ['remove /p/src/**']],
    ["bash -c 'cat a'", ['read /p/a']],
    ['rm -rf /', ['remove //**']],
    ['rm -rf ~', ['remove /home/u/** home']],
    ['rm -rf "$HOME"', ['remove /home/u/** home']],
    ['rm -rf "${HOME}/"', ['remove /home/u/** home']],
    ['rm -rf $HOME/./', ['remove /home/u/** home']],
    ['rm -rf ${HOME:?}', ['remove ?/** home']],
    ['rm -rf ${HOME%/}', ['remove ?/** home']],
    ['rm -rf ~root', ['remove ?/** home']],
    ['rm -rf {~,x}', ['remove ?/** home']],
    ['HOME=/q rm -rf ~', ['remove ?/** home']],
    ['HOME=/q; rm -rf "$HOME"', ['remove ?/** home', 'remove /q/** home']],
    ['export HOME=/q; find ~ -delete', ['remove ?/** home']],
    ["rm -rf '~'", ['remove /p/~/**']],
    [String.raw`rm -rf \~`, ['remove /p/~/**']],
    ["rm -rf '$HOME'", ['remove /p/$HOME/**']],
    ['rm -rf ~/x', ['remove /home/u/x/**']],
    ['rm -rf $HOMEDIR', ['remove ?/**']],
    ['rm -rf ${HOMES}', ['remove ?/**']],
    ['rm -rf x~', ['remove /p/x~/**']],
    ['cat ~', ['read /home/u']],
    ['rm -rf dir/*', ['remove /p/dir/** contents']],
    ['rm -rf *', ['remove /p/** contents']],
    ['rm -rf "$D"/*', ['remove ?/** beneath-unknown']],
    ['rm -rf $D/', ['remove ?/** beneath-unknown']],
    ['echo "$(rm -rf /)"', ['remove //**']],
    ['rm --no-such-option /etc', ['remove /etc/**']],
    ['rm --no-such-option ~', ['remove /home/u/** home']],
    ['$rm -rf ~', ['remove ?/** home', 'list ?/**']],
  ])('%s', (source, files) => {
    expect(filesOf(source)).toEqual(files);
  });
});

describe('reasons to ask whatever allows it', () => {
  test.each([
    'echo a > ~/b',
    'echo a > *.txt',
    'echo a > {b,c}',
    'echo a > $x',
    'cd $x && echo a > b',
    'cd sub; echo a > b',
    'echo a {fd}> b',
    'echo a >&$x',
    'echo a <&word',
    'echo a > /dev/tcp/h/1',
    '{ echo a; } > $x',
  ])('%s', (source) => {
    expect(analyze(source).commands.some(({ caution }) => caution !== undefined)).toBe(true);
  });

  test.each([
    'echo a > b',
    'cd $x && echo a > /dev/null',
    'cd $x && ls 2>&1',
    'cd sub && echo a > b',
    'cat < ~/b',
  ])('none for %s', (source) => {
    expect(analyze(source).commands.some(({ caution }) => caution !== undefined)).toBe(false);
  });
});

test.each([
  ['rm a', true],
  ['mkdir -p a', true],
  ['NODE_ENV=test timeout 5 touch a', true],
  ['sed -i s/a/b/ c', true],
  ['for f in a b; do touch $f; done', true],
  ['PATH=/evil rm a', false],
  ['tee a', false],
  ['sudo rm a', false],
  ['rm() { :; }; rm a', false],
  ['alias x=y; rm a', false],
])('%s is one of the edits that a mode may accept: %s', (source, isFileEdit) => {
  expect(lastOf(source).isFileEdit).toBe(isFileEdit);
});

test.each([
  ['ls', false],
  ['curl x', true],
  ['timeout 5 git push', true],
  ['make', undefined],
  ['ls > /dev/tcp/h/1', true],
])('%s reaches another machine: %s', (source, usesNetwork) => {
  expect(lastOf(source).usesNetwork).toBe(usesNetwork);
});
