import { describe, expect, test } from 'vitest';
import { analyse, lastOf } from './analyse.ts';

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
    ['cd $x && ls', undefined],
    ['cd a* && ls', undefined],
    ['cd -P a && ls', undefined],
    ['CDPATH=/q; cd a && ls', undefined],
    ['CDPATH=/q; cd ./a && ls', '/p/a'],
    ['CDPATH=/q; cd .. && ls', '/'],
    ['cd() { :; }; cd a && ls', undefined],
    ['f() { cd /q; }; f; ls', undefined],
    ['f() { ls; }', undefined],
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
    expect(analyse(source).changesDirectory).toBe(changes);
  });
});
