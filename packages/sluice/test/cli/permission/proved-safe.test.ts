import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const contents = new Map(
  ['/p/.env', '/p/sec/key', '/p/src/a.js', '/p/src/b.js', '/p/docs/d.md', '/p/linked/x'].map((path) => [
    path,
    '',
  ]),
);
const links = new Map([['/p/linked/env', '/p/.env']]);
const deny = ['Edit(sec/**)', 'Read(.env)', 'Bash(rm:*)'];

/** @param changed by the commits that git shows */
const decided = (command: string, changed: readonly string[] = []) =>
  verdict('Bash', command, {
    mode: 'bypassPermissions',
    deny,
    files: createMemoryFiles({ contents, links, changed, untracked: ['/p/.env'] }),
  });

describe('descriptors that become others', () => {
  it.each([
    'exec 2>&1',
    'exec 3>&1',
    'exec 3>&-',
    'exec 3<&0-',
    'exec 2>&1; npm test',
    'exec 3>&1; echo x >&3',
  ])('runs: %s', (command) => {
    expect(decided(command)).toBe('A');
  });

  it.each(['exec 2>&1', 'exec 3>&1 4>&2; ls'])('runs in default mode: %s', (command) => {
    expect(verdict('Bash', command)).toBe('A');
  });

  it.each(['exec >log 2>&1; ls', 'exec >3; ls', 'exec 1>&$x', 'exec {fd}>&1', 'exec $x 2>&1'])(
    'asks: %s',
    (command) => {
      expect(decided(command)).toBe('?');
    },
  );

  it.each([
    'exec > sec/x',
    'exec 3>&sec/x',
    'exec 3< .env',
    'exec 3>&1; exec rm x',
    "{ exec 3>&1; echo 'rm x' >&3; } > s.sh; sh s.sh",
    "{ exec 1>&2; echo 'rm x'; } 2> s.sh; sh s.sh",
    "{ exec 2>&1; echo 'rm x' >&2; } | sh",
  ])('denied: %s', (command) => {
    expect(decided(command)).toBe('D');
  });
});

describe('trees in which no file is one of a rule', () => {
  it.each([
    'diff -r src docs',
    'npx prettier --write src',
    'npx eslint --fix src',
    'bunx eslint --fix src',
    'grep -rl x src | xargs wc -l',
  ])('runs: %s', (command) => {
    expect(decided(command)).toBe('A');
  });

  it.each([
    'diff -r . docs',
    'diff -r src linked',
    'grep -Rl x linked | xargs wc -l',
    'cp x src/.env; grep -rl x src | xargs wc -l',
    'touch src/.env; diff -r src docs',
    'npx prettier --write .',
    'cp x src/.env; npx eslint --fix src',
  ])('does not run: %s', (command) => {
    expect(decided(command)).not.toBe('A');
  });
});

const SHOWING = [
  'git show',
  'git show HEAD',
  'git show --stat -p HEAD~1',
  'git show v1 v2',
  'cd src && git show',
  'git -C src show',
  'git log -p',
  'git log -p -2',
  'git log -p --oneline -n 3 main',
  'git stash show -p',
  'git stash show -p 1',
  'git format-patch -1',
  'git format-patch --stdout -2 main',
];

describe('what commits show', () => {
  it.each(SHOWING)('runs where no file of a rule is among it: %s', (command) => {
    expect(decided(command, ['/p/src/a.js'])).toBe('A');
  });

  it.each(SHOWING)('asks where one is: %s', (command) => {
    expect(decided(command, ['/p/src/a.js', '/p/.env'])).toBe('?');
  });

  it.each([
    'git log -p --all',
    'git log -p --author=x -1',
    'git log -p -1 -- .',
    'git show "$x"',
    'git show HEAD --ext-diff',
    'git format-patch HEAD~2',
    'git commit -m x && git show',
    'git checkout main; git log -p -1',
    'GIT_DIR=o/.git git show',
    'git -c diff.submodule=diff show',
    'git archive HEAD .',
  ])('asks where it is not certain: %s', (command) => {
    expect(decided(command)).toBe('?');
  });

  it.each(['git archive HEAD | tar t', 'git archive --format=zip -o a.zip main'])(
    'an archive runs where git tracks no file of a rule: %s',
    (command) => {
      expect(decided(command)).toBe('A');
      const files = createMemoryFiles({ contents, links });
      expect(verdict('Bash', command, { mode: 'bypassPermissions', deny, files })).toBe('?');
    },
  );
});

describe('functions, traps and variables of the line itself', () => {
  it.each([
    'log(){ echo "$@"; }; log hi; cat notes',
    'say() { printf \'%s\\n\' "$1"; }; say start; npm test',
    "trap 'echo done' EXIT; npm test",
    "trap 'echo; echo done' INT TERM EXIT; cat notes",
    'trap - EXIT; cat notes',
    'DIR=$(pwd); cd "$DIR" && npm test',
    'SCRIPT_DIR=$(pwd)/src; cat "$SCRIPT_DIR/a.js"',
    'git bisect start',
    'git add -p',
    'tar --exclude=.env -czf a.tgz .',
    'tar czf a.tgz --exclude .env .',
    'export PATH=$PWD/node_modules/.bin:$PATH; tsc',
    'export PATH="$PATH:./node_modules/.bin"; cat notes',
    'find docs -delete',
    "find docs -name '*.o' -delete",
  ])('run under rules: %s', (command) => {
    expect(decided(command)).toBe('A');
  });

  it.each([
    ['log(){ echo "$@"; }; log hi; cat notes', []],
    ["trap 'echo done' EXIT; npm test", ['Bash(npm test:*)']],
    ['bye() { echo bye; }; trap bye EXIT; npm test', ['Bash(npm test:*)']],
    ['PATH=$PWD/node_modules/.bin:$PATH tsc', ['Bash(tsc:*)']],
    ['PATH="./node_modules/.bin:$PATH" tsc --noEmit && npm test', ['Bash(tsc:*)', 'Bash(npm test:*)']],
    ['DIR=$(pwd); cd "$DIR" && npm test', ['Bash(npm test:*)']],
    ['export PATH=$PWD/node_modules/.bin:$PATH; tsc', ['Bash(tsc:*)']],
    ['PATH="$PWD/vendor/bin:$PATH"; phpunit', ['Bash(phpunit:*)']],
    ['find docs -delete', ['Bash(find docs -delete)']],
  ] as const)('run in acceptEdits: %s', (command, allow) => {
    expect(verdict('Bash', command, { mode: 'acceptEdits', allow })).toBe('A');
  });

  it.each([
    // It may be a program, or another function.
    ...['f x; f(){ echo; }', 'false && f(){ echo; }; f x', 'if false; then f(){ echo; }; fi; f x'],
    ...['(f(){ echo; }); f x', 'f(){ echo; } | cat; f x', 'f(){ echo; } & f x'],
    ...['f(){ echo; }; env f x', 'f(){ echo; }; timeout 5 f x', 'f(){ echo; }; command f x'],
    ...['f(){ echo; }; xargs f < notes', "f(){ echo; }; bash -c 'f x'", 'f(){ echo; }; export -f f; f x'],
    ...['f(){ echo; }; f(){ make; }; f x', 'g(){ f(){ make; }; }; f(){ :; }; g; f x'],
    ...['trap f EXIT; f(){ echo; }', 'f(){ echo; }; trap f EXIT; unset -f f', 'f(){ make; }; trap f EXIT'],
    ...['f(){ echo; }; trap f EXIT; f(){ make; }', "f(){ echo; }; trap 'env f' EXIT"],
    ...["f(){ echo; }; trap 'bash -c f' EXIT", 'PATH=$PWD/node_modules/.bin:$PATH ls', 'PATH=bin:$PATH tsc'],
    ...['PATH=$PWD/node_modules/.bin:$PATH touch a', 'PATH=$PWD/node_modules/.bin:$PATH LD_PRELOAD=x tsc'],
    ...['f(){ echo; }; unset -f f; f x', 'f(){ make; }; f', 'f(){ echo; }; X=1 f', 'ls(){ echo; }; ls'],
    ...[
      "trap 'make' EXIT",
      "trap 'x=1' DEBUG; cat $x",
      "trap 'cd src' EXIT; cat notes",
      'trap "$x" EXIT',
      'set -- .env a; trap shift DEBUG; make',
    ],
    ...[
      "trap 'f(){ :; }' EXIT; f",
      "trap 'alias cat=make' EXIT; cat notes",
      "trap 'for x in 1; do :; done' EXIT",
    ],
    ...[
      'PATH=$PWD/node_modules/.bin:$PATH; cat notes',
      'export PATH=$PWD/bin:$PATH',
      'export PATH=/t/node_modules/.bin:$PATH',
    ],
    ...[
      'export PATH=$PWD/node_modules/.bin',
      'PATH=node_modules/.bin:$PATH cat notes',
      'export PATH="$x:$PATH"',
    ],
    ...[
      'export PATH=$PWD/node_modules/.bin:$PATH LD_PRELOAD=x',
      '. .venv/bin/activate',
      'source x/bin/activate && ls',
    ],
  ])('ask in acceptEdits: %s', (command) => {
    expect(verdict('Bash', command, { mode: 'acceptEdits' })).toBe('?');
  });

  it.each([
    'f(){ cat "$1"; }; f .env',
    'f(){ cd sec; }; f; echo x > y',
    'f(){ cd sec; }; trap f DEBUG; echo x > y',
    "f(){ cd sec; }; trap 'echo a; f' ERR; false; echo x > y",
    'g(){ cd sec; }; f(){ g; }; trap f USR1; kill -USR1 $$; echo x > y',
    'trap f DEBUG; f(){ cd sec; }; echo x > y',
    'f(){ cd sec; }; for i in 1 2; do echo x > y; trap f DEBUG; done',
    'f(){ cd sec; }; trap -- f DEBUG EXIT; echo x > y',
    'g(){ f(){ cd sec; }; }; f(){ :; }; g; f; echo x > y',
    'f(){ echo x; }; f > sec/x',
    "trap 'cat .env' EXIT; ls",
    "trap 'x=.env' DEBUG; cat $x",
    "trap 'cd sec' DEBUG; echo x > y",
    'DIR=sec; echo x > "$DIR/y"',
    'OUT_DIR=$(cat notes); echo x > "$OUT_DIR/y"',
    'tar -czf a.tgz . --exclude=.env',
    'tar --exclude=.env -hczf a.tgz .',
    'tar --exclude=.env --anchored -czf a.tgz .',
    'tar --exclude=./.env -czf a.tgz .',
    'tar --exclude=.envx -czf a.tgz .',
    'tar --exclude=.env -czf a.tgz .env',
    'tar --exclude=.env --add-file=.env -czf a.tgz src',
    'tar --exclude="$x" -czf a.tgz .',
    'git bisect start HEAD v1',
    'git bisect good',
    'git add -p .env',
    'find . -exec rm {} +',
    'find sec -delete',
    'export PATH=$PWD/bin:$PATH; tsc',
    'ln -s /bin/rm node_modules/.bin/q; export PATH=$PWD/node_modules/.bin:$PATH; q f',
    "echo 'rm f' > node_modules/.bin/q; export PATH=$PWD/node_modules/.bin:$PATH; q",
  ])('ask or are denied under rules: %s', (command) => {
    expect(decided(command)).not.toBe('A');
  });

  it('a rule about editing sees what find removes', () => {
    expect(verdict('Bash', 'find sec -delete', { mode: 'bypassPermissions', deny: ['Edit(sec)'] })).not.toBe(
      'A',
    );
    expect(verdict('Bash', 'find ~ -delete', { mode: 'bypassPermissions' })).toBe('?');
  });
});

describe('a slash behind a pattern', () => {
  const linking = createMemoryFiles({
    contents: new Map(['/p/lib/m/a', '/p/own/m/a', '/other/o', '/p/sec/key'].map((path) => [path, ''])),
    links: new Map([
      ['/p/lib/out', '/other'],
      ['/p/in/s', '/p/sec'],
    ]),
  });
  const accepted = (command: string) => verdict('Bash', command, { mode: 'acceptEdits', files: linking });

  it.each([
    'rm -r lib/*/',
    'rm -rf lib/*//',
    'rm -rf lib/o*/',
    'rm -rf l*/out/',
    'rm -rf lib/[o]ut/',
    'rm -r "lib"/*/',
    "rm -r lib/*'/'",
    'for x in lib/*/; do rm -rf "$x"; done',
  ])('leads through links, out of the working directory: %s', (command) => {
    expect(accepted(command)).toBe('?');
  });

  it.each(['rm -rf in/*/', 'for x in in/*/; do rm -rf "$x"; done'])(
    'leads through links, to what a rule protects: %s',
    (command) => {
      expect(verdict('Bash', command, { mode: 'bypassPermissions', files: linking, deny })).toMatch(
        /^[D?]$/u,
      );
    },
  );

  it.each(['rm -r lib/*', 'rm -rf own/*/', 'for x in own/*/; do rm -rf "$x"; done'])(
    'otherwise runs: %s',
    (command) => {
      expect(accepted(command)).toBe('A');
    },
  );
});
