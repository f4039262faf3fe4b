import { createMemoryFiles } from '@sluice/core';
import { expect, it } from 'vitest';
import { EVERY_MODE, expectRows, NOT_BYPASS, type ReliabilityRow } from './expect-rows.ts';
import { judge, problemsOf, verdict } from './judge.ts';

const saved = (text: string, deny: readonly string[] = []): readonly string[] => {
  const { parts = [] } = judge('Bash', text, { deny });
  return parts.filter(({ behavior }) => behavior === 'ask').map(({ subject }) => subject);
};

/**
 * Not here: 88 (pending approvals: core/test/permission/asks.test.ts), 93 (the ledger: core/test/result), 94 (process
 * trees: packages/process), 95 (atomic writes: packages/tools), of 92 that changing commands don't run side by side
 * (packages/tools/test/bash).
 */
const ROWS: readonly ReliabilityRow[] = [
  {
    line: 89,
    says: 'headless, what would ask is denied',
    expected: 'D',
    rules: { ask: ['Bash(ls *)'] },
    modes: ['dontAsk'],
    calls: ['ls', 'touch x', 'rm -rf /', 'echo $(', ['Write', { file_path: '/p/a', content: '' }]],
  },
  {
    line: 90,
    says: 'a denied program is denied however its name is written and whatever runs it',
    expected: 'D',
    rules: { deny: ['Bash(rm *)'], allow: ['Bash'] },
    modes: EVERY_MODE,
    calls: [
      '/bin/rm x',
      '/usr/../bin/rm x',
      '../../bin/rm x',
      '\\rm x',
      '"rm" x',
      "'rm' x",
      'r""m x',
      "r''m x",
      'r\\m x',
      '"r"m x',
      "$'rm' x",
      "$'r\\x6d' x",
      "$'\\162m' x",
      "$'\\u0072m' x",
      '{rm,x}',
      '{rm,-rf,x}',
      'x=rm; $x y',
      'FOO=1 rm x',
      'env rm x',
      'env -i FOO=1 rm x',
      "env -S 'rm x'",
      'command rm x',
      'builtin command rm x',
      'sudo rm x',
      'sudo -n -u root rm x',
      'timeout 1 rm x',
      'timeout -s KILL -k 1 1m rm x',
      'nohup nice -n 3 stdbuf -oL rm x',
      'eval "rm x"',
      'eval rm x',
      'bash -c "rm x"',
      'bash -lc "rm x"',
      'sh -ec "rm x"',
      'zsh -c "rm x"',
      'bash -c "bash -c \'rm x\'"',
      'echo hi | xargs rm',
      'echo hi | xargs -0 -n 1 rm',
      'echo hi | xargs -I {} sh -c "rm {}"',
      'rm\tx',
      '   rm    x',
      'time rm x',
      '! rm x',
      '{ rm x; }',
      '(rm x)',
      'ls & rm x',
      'ls\nrm x',
      'while ls; do rm x; done',
      'case a in a) rm x ;; esac',
      'cat <<E\n$(rm x)\nE',
      'echo "${a:-$(rm x)}"',
      'echo $((1 + $(rm x)))',
      'a=$(rm x)',
      'a=($(rm x))',
    ],
  },
  {
    line: 90,
    says: 'a command whose name no one knows is not run past a deny rule',
    expected: '?',
    rules: { deny: ['Bash(rm *)'] },
    modes: EVERY_MODE,
    calls: [
      '$(echo rm) x',
      '`echo rm` x',
      '/bin/r? x',
      '/bin/r[m] x',
      'x=r; ${x}m y',
      '${x:-rm} y',
      '"${x[@]}"',
      '$x y',
    ],
  },
  {
    line: 90,
    says: 'a word that only looks like the denied program is not it',
    expected: 'A',
    rules: { deny: ['Bash(rm *)'] },
    modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
    calls: [
      'echo rm x',
      'grep rm a',
      "echo '$(rm x)'",
      'ls rm',
      'cat a/rm',
      "cat <<'E'\nrm x\nE",
      'ls # rm x',
      'find . -name rm',
      'git log --grep rm',
    ],
  },
  {
    line: 91,
    says: 'what is made of parts that read only reads',
    expected: 'A',
    modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
    calls: [
      'cat a | wc -l',
      'ls && pwd',
      'ls || true',
      'ls; pwd',
      'ls 2>/dev/null',
      'ls >/dev/null 2>&1 && echo yes',
      'git status && git diff',
      'for f in a b c; do cat "$f"; done',
      'for i in 1 2 3; do echo $i; done',
      'while read -r l; do echo "$l"; done < a',
      'if [ -f a ]; then cat a; else ls; fi',
      'case $x in a) ls ;; *) pwd ;; esac',
      '(cd src && ls)',
      '{ ls; pwd; } | cat',
      '! grep -q x a',
      'ls # all of them',
      '# what is here\nls',
      'echo "$(git rev-parse HEAD)"',
      'diff <(ls a) <(ls b)',
      'time ls',
      'timeout 5 cat a',
      'nice -n 5 grep -r x src',
      'LC_ALL=C sort a',
      "bash -c 'ls | head'",
      'echo a b | xargs -n 1 echo',
      'ls -la | sort -k5 -n | tail -5',
    ],
  },
  {
    line: 92,
    says: 'positionals that write, and programs that only have the name, are not read-only',
    expected: '?',
    modes: NOT_BYPASS,
    calls: [
      'uniq a b',
      'uniq -c a b',
      'uniq - b',
      'uniq *',
      'uniq "$x"',
      'xxd a b',
      'xxd -r a b',
      'tsort a b',
      'shuf -o x a',
      'sort -uo x a',
      'sort --outp=x a',
      'sort --co=x a',
      'hostname x',
      'date 01010000',
      'date -s now',
      'ifconfig lo down',
      'mount /dev/x /y',
      'git branch x',
      'git tag x',
      'git symbolic-ref HEAD refs/heads/x',
      'git config a.b c',
      'iconv -o x a',
      './cat a',
      '/tmp/cat a',
      '../bin/cat a',
      '~/bin/cat a',
      '/usr/bin/../../p/cat a',
      'bin/ls',
      'CAT a',
    ],
  },
  {
    line: 92,
    says: 'names of the search path and of the directories of the system are programs',
    expected: 'A',
    calls: ['cat a', '/bin/cat a', '/usr/bin/cat a', '"cat" a', '\\cat a', "$'cat' a"],
  },
  {
    line: 92,
    says: 'brace lists are read as the shell reads them',
    expected: '?',
    modes: NOT_BYPASS,
    calls: [
      'sort {-o,x} a',
      'find . {-delete,}',
      'uniq {a,b}',
      'sort -{n,o} x',
      'cat {/etc/passwd,a}',
      'git {branch,x}',
      '{touch,x}',
    ],
  },
  {
    line: 96,
    says: 'a redirection is not covered by the rule for its command',
    expected: '?',
    rules: { allow: ['Bash(echo *)', 'Bash(git commit *)'] },
    modes: ['default', 'acceptEdits', 'dontAsk', 'auto'],
    calls: [
      'echo a > /etc/x',
      'echo a >> ../x',
      'echo a > .git/hooks/x',
      'echo a 2> ~/.bashrc',
      'git commit -m x > .claude/settings.json',
      'echo > "$x"',
    ],
  },
  {
    line: 96,
    says: 'a redirection is under deny rules for paths',
    expected: 'D',
    rules: { allow: ['Bash'], deny: ['Edit(secrets/**)', 'Read(.env)'] },
    modes: EVERY_MODE,
    calls: [
      'echo a > secrets/x',
      'echo a >> a/secrets/x',
      'echo a > .env',
      'cat < .env',
      'echo 2> .env',
      'a > secrets/x',
    ],
  },
  {
    line: 96,
    says: 'an ask rule wins over an allow rule from anywhere',
    expected: '?',
    rules: { allow: ['Bash', 'Bash(git push origin main)', 'Bash(git *)'], ask: ['Bash(git push *)'] },
    modes: EVERY_MODE,
    calls: ['git push origin main', 'git push'],
  },
];

expectRows('reliability.md G', ROWS);

it('89. a rule with an unknown key or name is reported', () => {
  expect(problemsOf({ deny: ['Bahs(rm *)', 'Read'] })).toEqual(['unknown-tool']);
});

it('90. a denied file is denied under every spelling of it', () => {
  const files = createMemoryFiles({
    contents: new Map([['/p/.env', '']]),
    links: new Map([['/p/k', '/p/.env']]),
  });
  const spellings = [
    '.env',
    './.env',
    '".e"nv',
    "$'.\\x65nv'",
    '.{env,x}',
    'a/../.env',
    '/p/.env',
    '//p/./.env',
    '$PWD/.env',
    'k',
  ];
  for (const mode of EVERY_MODE) {
    for (const spelling of spellings) {
      expect([spelling, verdict('Bash', `cat ${spelling}`, { mode, files, deny: ['Read(.env)'] })]).toEqual([
        spelling,
        'D',
      ]);
    }
  }
});

it('96. the parts of a compound command are asked about one by one', () => {
  expect(saved('npm ci && ls && touch a | make')).toEqual(['npm ci', 'touch a', 'make']);
});
