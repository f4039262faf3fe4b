import { describe, expect, test } from 'vitest';
import { analyze, lastOf } from './analyze.ts';

describe('the directory of the last command', () => {
  test.each([
    ['ls', '/p'],
    ['cd a && ls', '/p/a'],
    ['cd a && cd b && ls', '/p/a/b'],
    ['cd a && cd .. && ls', '/p'],
    ['cd /q && ls', '/q'],
    ['cd && ls', '/home/u'],
    ['cd ~/a && ls', '/home/u/a'],
    ['cd "$HOME" && ls', '/home/u'],
    ['cd -- a && ls', '/p/a'],
    ['pushd a && ls', '/p/a'],
    ['command cd a && ls', '/p/a'],
    ['x=a; cd "$x" && ls', '/p/a'],
    ['cd a; ls', undefined],
    ['cd /p; ls', '/p'],
    ['cd a || ls', '/p'],
    ['cd a || exit; ls', '/p/a'],
    ['cd a || { echo no; exit 1; }; ls', '/p/a'],
    ['! cd a || ls', '/p/a'],
    ['if cd a; then ls; fi', '/p/a'],
    ['if cd a; then :; else ls; fi', '/p'],
    ['if x; then cd a; fi; ls', undefined],
    ['(cd a); ls', '/p'],
    ['(cd a && ls)', '/p/a'],
    ['cd a | ls', '/p'],
    ['cd a & ls', '/p'],
    ['echo $(cd a); ls', '/p'],
    ['{ cd a; } && ls', '/p/a'],
    ['for i in 1 2; do cd a && ls; done', undefined],
    ['for i in 1 2; do ls; cd a; done', undefined],
    ['while x; do cd /q && ls; done', '/q'],
    ['cd a && popd && ls', undefined],
    ['cd - && ls', undefined],
    ['pushd a && popd && ls', '/p'],
    ['pushd a > /dev/null; popd > /dev/null; ls', undefined],
    ['cd a && cd - && ls', '/p'],
    ['cd a && cd /q && cd - && ls', '/p/a'],
    ['pushd a && pushd b && popd && ls', undefined],
    ['pushd $x && popd && ls', undefined],
    ['cd $x && pushd a && popd && ls', undefined],
    ['pushd a && popd +1 && ls', undefined],
    ['pushd -n /q && popd && ls', undefined],
    ['pushd a && DIRSTACK[1]=/q && popd && ls', undefined],
    ['cd a && OLDPWD=/q; cd - && ls', undefined],
    ['cd a && read OLDPWD; cd - && ls', undefined],
    ['cd a && : {OLDPWD}> f; cd - && ls', undefined],
    ['cd a && : {OLDPWD}>/tmp/f && cd - && ls', undefined],
    ['for i in 1 2; do popd; pushd /q; ls; done', undefined],
    ['cd $x && ls', undefined],
    ['cd a* && ls', undefined],
    ['cd -P a && ls', undefined],
    ['CDPATH=/q; cd a && ls', undefined],
    ['CDPATH=/q; cd ./a && ls', '/p/a'],
    ['CDPATH=/q; cd .. && ls', '/'],
    ['cd() { :; }; cd a && ls', undefined],
    ['f() { cd /q; }; f; ls', undefined],
    ['f() { ls; }', '/p'],
    ['eval "cd a"; ls', undefined],
    ['. ./a; ls', undefined],
    ['$x; ls', undefined],
    ['alias cd=x; cd a && ls', undefined],
    ['HOME=/q; cd && ls', undefined],
    ['timeout 5 cd a && ls', '/p'],
    ['exit 1 2; ls', '/p'],
  ])('%s', (source, cwd) => {
    expect(lastOf(source).cwd).toBe(cwd);
  });
});

describe('the directory of what a function runs', () => {
  test.each([
    ['f() { ls; }; f', '/p'],
    ['f() { ls; }; g() { f; }; g', '/p'],
    ['f() { ls; }; cd /q; f', undefined],
    ['f() { ls; }; (cd /q; f)', undefined],
    ['f() { ls; }; g() { cd /q; f; }; g', undefined],
    ["f() { ls; }; trap 'cd /q; f' EXIT", undefined],
    ['f() { ls; }; eval "cd /q"; f', undefined],
    ['f() { ls; }; . ./x; f', undefined],
    ['f() { ls; }; $x; f', undefined],
  ])('%s', (source, cwd) => {
    const { commands } = analyze(source);
    expect(commands.find(({ argv }) => argv[0] === 'ls')?.cwd).toBe(cwd);
  });
});

describe('whether the line may end elsewhere', () => {
  test.each([
    ['cd a', true],
    ['cd /p', false],
    ['cd $x', true],
    ['(cd a)', false],
    ['cd a | cat', false],
    ['echo $(cd a)', false],
    ['if x; then cd a; fi', true],
    ['source a', true],
    ['popd', true],
    ['ls', false],
  ])('%s: %s', (source, changes) => {
    expect(analyze(source).changesDirectory).toBe(changes);
  });
});
