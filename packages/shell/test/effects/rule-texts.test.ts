import { describe, expect, test } from 'vitest';
import { canonicalCommandText } from '../../src/effects/canonical-command-text.ts';
import { analyse, denyTextsOf, lastOf } from './analyse.ts';

describe('what wildcards of allow rules see', () => {
  test.each([
    ['timeout 30 npm test', 'npm test'],
    ['timeout -k 5 --signal=KILL 1.5m npm test', 'npm test'],
    ['"time" npm test', 'npm test'],
    ['time npm test', 'npm test'],
    ['nice npm test', 'npm test'],
    ['nice -n 5 npm test', 'npm test'],
    ['nice -10 npm test', 'npm test'],
    ['nohup npm test', 'npm test'],
    ['stdbuf -oL -e 0 npm test', 'npm test'],
    ['command npm test', 'npm test'],
    ['command -p npm test', 'npm test'],
    ['builtin echo a', 'echo a'],
    ['noglob npm test', 'npm test'],
    ['timeout 5 nice nohup npm test', 'npm test'],
    ['command -v npm', 'command -v npm'],
    ['nocorrect npm test', undefined],
    ['xargs grep p', 'grep p'],
    ['timeout 5 xargs grep p', 'grep p'],
    ['xargs -n1 grep p', 'xargs -n1 grep p'],
    ['xargs sudo rm', undefined],
    ['NODE_ENV=test npm test', 'npm test'],
    ['LANG=C NO_COLOR=1 TZ=Europe/Berlin npm test', 'npm test'],
    ['FOO=1 npm test', undefined],
    ['NODE_ENV=test FOO=1 npm test', undefined],
    ['NODE_ENV=$x npm test', undefined],
    ['NODE_ENV+=test npm test', undefined],
    ['LC_ALL=../evil npm test', undefined],
    ['PATH=/evil npm test', undefined],
    ['FOO=bar', undefined],
    ['env npm test', undefined],
    ['sudo npm test', undefined],
    ['watch ls', undefined],
    ['ionice -c 3 ls', undefined],
    ['setsid ls', undefined],
    ['flock /tmp/l ls', undefined],
    ['devbox run ls', 'devbox run ls'],
    ['npx eslint', 'npx eslint'],
    ['docker exec c ls', 'docker exec c ls'],
    ['mise exec -- ls', 'mise exec -- ls'],
    ['direnv exec . ls', 'direnv exec . ls'],
    ['find . -name x', 'find . -name x'],
    ['find . -delete', undefined],
    [String.raw`find . -exec ls {} \;`, undefined],
    ['find . $x', undefined],
    ['eval ls', undefined],
    ['$x a', undefined],
    ['"{" a', undefined],
    ['"time" -o f ls', undefined],
    ['ls() { :; }; ls', undefined],
    ['git commit -m x > /etc/o', 'git commit -m x'],
    ['2>/dev/null git commit -m x', 'git commit -m x'],
    ['git commit -m "a b"', "git commit -m 'a b'"],
    ['npm   run\ttest', 'npm run test'],
    ['npm \\\n run test', 'npm run test'],
  ])('%s', (source, allow) => {
    expect(lastOf(source).texts.allow).toBe(allow);
  });
});

describe('deny rules see rm in', () => {
  test.each([
    '/bin/rm x',
    '\\rm x',
    '"rm" x',
    'r""m x',
    "$'rm' x",
    'FOO=1 rm x',
    'A=1 NODE_ENV=test rm x',
    'env rm x',
    'env -i FOO=1 rm x',
    'env -u A -C d rm x',
    "env -S 'rm x'",
    'command rm x',
    'sudo rm x',
    'sudo -u bob -- rm x',
    'sudo --no-such-option rm x',
    'timeout 1 rm x',
    'timeout --no-such-option 1 rm x',
    'eval "rm x"',
    'eval rm x',
    'builtin eval rm x',
    'bash -lc "rm x"',
    'bash -o pipefail -c "rm x"',
    "sh -ec 'rm x'",
    "bash <<< 'rm x'",
    'bash <<E\nrm x\nE\n',
    'echo x | xargs rm x',
    'xargs -I{} rm x',
    "xargs sh -c 'rm x'",
    'doas rm x',
    'watch -n 1 rm x',
    'ionice -c 2 rm x',
    'setsid rm x',
    'flock /l rm x',
    "flock /l -c 'rm x'",
    'chroot /r rm x',
    'nsenter -t 1 -m rm x',
    'unshare -r rm x',
    "script -qc 'rm x' f",
    'strace -f rm x',
    'ltrace rm x',
    'gdb --args rm x',
    "su -c 'rm x' bob",
    "su bob -c 'rm x'",
    'ssh h rm x',
    'ssh -p 2 h "rm x"',
    'parallel rm x',
    'busybox rm x',
    'exec rm x',
    String.raw`find . -exec rm x \;`,
    String.raw`find . -execdir rm x {} +`,
    String.raw`find . -ok rm x \;`,
    "git -c alias.a='!rm x' a",
    "git -c core.pager='rm x' log",
    'git bisect run rm x',
    "git submodule foreach --recursive 'rm x'",
    "git rebase -x 'rm x' main",
    "trap 'rm x' EXIT",
    'npx rm x',
    'docker exec -it c rm x',
    'kubectl exec p -- rm x',
    'devbox run rm x',
    'sudo env bash -c "timeout 5 rm x"',
    'echo $(rm x)',
    'echo "`rm x`"',
    'cat <(rm x)',
    'cat <<E\n$(rm x)\nE\n',
    '(rm x)',
    '{ rm x; }',
    'if a; then rm x; fi',
    'while a; do rm x; done',
    'for i in a; do rm x; done',
    'case a in b) rm x;; esac',
    'f() { rm x; }',
    '! rm x',
    'time rm x',
    'a && b || rm x',
    'a | rm x',
    'a & rm x',
    'a\nrm x',
    'a=$(rm x)',
    'a > "$(rm x)"',
    'echo ${a:-$(rm x)}',
    '[[ $(rm x) ]]',
    'echo $(($(rm x)))',
    'x=rm; $x x',
    'x=x; rm $x',
    'for i in y x; do rm $i; done',
    '{rm,x}',
  ])('%s', (source) => {
    const found = [...denyTextsOf(analyse(source))].filter((text) => /^rm x(?: |$)/u.test(text));
    expect(found).not.toEqual([]);
  });

  test.each([
    'command -v rm',
    'type rm',
    'echo rm x',
    "grep 'rm x' f",
    'echo a # rm x',
    "git commit -m 'rm x'",
  ])('but not %s', (source) => {
    expect([...denyTextsOf(analyse(source))].filter((text) => text.startsWith('rm'))).toEqual([]);
  });
});

test('patterns without quotes find words that need them', () => {
  expect(lastOf("curl 'http://x/?a=1&b=2'").texts.deny).toContain('curl http://x/?a=1&b=2');
});

test('values that are known are seen by deny rules, what is written by all', () => {
  const { texts } = lastOf('cat $HOME/.ssh/id');
  expect(texts.allow).toBe('cat $HOME/.ssh/id');
  expect(texts.deny).toContain('cat /home/u/.ssh/id');
});

test('a command that stands for too many others is opaque', () => {
  const values = Array.from({ length: 20 }, (_, index) => `v${index}`).join(' ');
  expect(analyse(`for i in ${values}; do FOO=1 /bin/rm "a b" $i; done`).opaque?.reason).toBe('unsupported');
});

describe('the canonical text of a command is the exact text of it', () => {
  test.each([
    ['npm run "build it"', "npm run 'build it'"],
    [" npm   run 'build it'", "npm run 'build it'"],
    ['A=1 npm test', 'A=1 npm test'],
    ['A="1 2" npm test', "A='1 2' npm test"],
    ['"A=1" npm', "'A=1' npm"],
    ['echo "it\'s"', String.raw`echo 'it'\''s'`],
    ["echo ''", "echo ''"],
    ['cat $x "$y" *.ts', 'cat $x "$y" *.ts'],
    ["echo '$x'", "echo '$x'"],
    ['ls 2>/dev/null', 'ls'],
    ["printf 'a\nb'", "printf 'a\nb'"],
    ["git show 'HEAD~1' -- é", 'git show HEAD~1 -- é'],
  ])('%s', (source, text) => {
    expect(canonicalCommandText(source)).toBe(text);
    expect(lastOf(source).texts.exact).toBe(text);
    expect(canonicalCommandText(text)).toBe(text);
  });

  test.each(['a; b', 'a && b', 'a | b', '(a)', 'a &', '! a', "a '", ''])('there is none for %j', (source) => {
    expect(canonicalCommandText(source)).toBeUndefined();
  });
});
