import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { HOME, verdict } from './judge.ts';
import { SPELLED_ROUTES, SPELLED_USES } from './spelled-otherwise-rows.ts';
import {
  CURL_ROUTES,
  CURL_USES,
  GIT_ROUTES,
  GIT_USES,
  PROGRAM_ROUTES,
  SCRIPT_ROUTES,
  SCRIPT_USES,
  SECRET_ROUTES,
  SQLITE_ROUTES,
  SQLITE_USES,
  WGET_ROUTES,
  WGET_USES,
} from './told-elsewhere-rows.ts';
import { LISTED_USES, NAMING_OPTIONS, UNLISTED_ROUTES } from './unlisted-option-rows.ts';

const files = createMemoryFiles({
  contents: new Map([
    ...['/p/.env', '/p/sec/key', '/p/sec/a', '/p/src/a.js', '/p/a.js', '/p/notes', '/h/logins/a.json'].map(
      (path) => [path, ''] as const,
    ),
    ['/p/x.sql', 'select 1;'],
    ['/p/list', 'https://x.y/a\n'],
  ]),
});

const under = {
  mode: 'bypassPermissions',
  files,
  deny: ['Edit(sec/**)', 'Read(.env)', 'Bash(rm:*)'],
} as const;

const refused = /^[D?]$/u;

describe('an option that no table knows may touch any file and run any program', () => {
  it.each(UNLISTED_ROUTES)('asks: %s', (command) => {
    expect(verdict('Bash', command, under)).toBe('?');
  });

  it.each(UNLISTED_ROUTES)('asks where a rule is about programs alone: %s', (command) => {
    expect(verdict('Bash', command, { ...under, deny: ['Bash(shred:*)'] })).toMatch(refused);
  });

  it.each(NAMING_OPTIONS)('asks, or is denied: %s', (command) => {
    expect(verdict('Bash', command, under)).toMatch(refused);
  });

  it.each(LISTED_USES)('unasked: %s', (command) => {
    expect(verdict('Bash', command, under)).toBe('A');
  });

  it.each(['gcc -B build/ a.c', 'git frobnicate f', 'make --weird'])(
    'an allow rule covers it where no other rule is: %s',
    (command) => {
      const allow = ['Bash(gcc:*)', 'Bash(git:*)', 'Bash(make:*)'];
      expect(verdict('Bash', command, { mode: 'default', files, allow })).toBe('A');
    },
  );
});

describe('what texts and options tell a program is not done past deny rules', () => {
  it.each([
    ...[
      ['curl', CURL_ROUTES] as const,
      ['wget', WGET_ROUTES] as const,
      ['scripts', SCRIPT_ROUTES] as const,
      ['databases', SQLITE_ROUTES] as const,
      ['programs', PROGRAM_ROUTES] as const,
      ['git', GIT_ROUTES] as const,
      ['spelled otherwise', SPELLED_ROUTES] as const,
    ].flatMap(([what, routes]) => routes.map((command) => ({ what, command }))),
  ])('$what: $command', ({ command }) => {
    expect(verdict('Bash', command, under)).toMatch(refused);
  });

  it.each([...CURL_USES, ...WGET_USES, ...SCRIPT_USES, ...SQLITE_USES, ...GIT_USES, ...SPELLED_USES])(
    'unasked: %s',
    (command) => {
      expect(verdict('Bash', command, under)).toBe('A');
    },
  );
});

describe('what no call may read is not read', () => {
  const sealed = [{ path: '/h/logins', isUnreadable: true, holds: 'logins' }] as const;

  it.each(SECRET_ROUTES)('%s', (command) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions', files, sealed })).toBe('D');
  });

  const links = new Map([
    ['/p/lk', '/h/logins'],
    ['/p/hl', '/h'],
  ]);
  const linked = createMemoryFiles({
    contents: new Map(
      ['/p/notes', '/p/src/a.js', '/h/logins/a.json', '/h/doc/x', '/h/src/a'].map((path) => [path, '']),
    ),
    links,
  });
  const atHome = { mode: 'bypassPermissions', files: linked, sealed, commandHome: HOME } as const;

  it.each([
    'ln -s /h/logins build/l; cat build/l/a.json',
    'ln -s ~ build/l; cat build/l/logins/a.json',
    'ln -st build ~; cat build/h/logins/a.json',
    'ln -s ~ build/l; cat build/l/*/*.json',
    'rg --files -uuu ~ | xargs cat',
    'fd -HI . ~ | xargs cat',
    'tree -fi ~ | xargs cat',
    'cat $(rg --files -uuu ~)',
    'D=$(ls ~ | head -1); cat ~/$D/*.json',
    'cat "$HOME/$D/a.json"',
    'cat /h/$D/a.json',
    'cat ~/"$D"/a.json',
    "perl -ne print '< /h/logins/a.json'",
    'gawk -i /h/logins/a.json 1',
    'gawk -i ~/logins/a.json 1',
    'gcc -include ~/logins/a.json -E x.c',
    'java -XX:Flags=/h/logins/a.json A',
    'java @/h/logins/a.json',
    'git fmt-merge-msg -F ~/logins/a.json',
    'some-tool --in=$HOME/logins/a.json',
    "bash -c 'some-tool ~/logins/a.json'",
    // Names that a text computes.
    `sqlite3 :memory: "select readfile('/h/log'||'ins/a.json')"`,
    `awk 'BEGIN{f="/h/log" "ins/a.json"; while((getline l < f)>0) print l}'`,
    `awk -v d=/h/log 'BEGIN{while((getline l < (d "ins/a.json"))>0) print l}'`,
    'curl "file:///h/$x/a.json"',
    'gcc -B build/ a.c',
    // Where the line goes.
    'cd ~; cat $D/*.json',
    'cd ~; cat $D/*/*.json',
    'cd ~/logins; cat $x',
    'cd /h; cat "$D"',
    'pushd ~; cat $D/*',
    "sh -c 'cd ~; cat $0/*' $D",
    'cd ~/doc && cat ../logins/*',
    'cd ~/doc; cat ../logins/a.json',
    // From a directory that isn't known.
    'env -C ~ cat logins/a.json',
    "su - -c 'cat logins/a.json'",
    "su - <<< 'cat logins/a.json'",
    "sudo -i <<< 'cat logins/a.json'",
    "sudo -H bash -c 'cat ~/logins/a.json'",
    "runuser -l root -c 'cat ./logins/a.json'",
    'cat ~root/logins/a.json',
    'exec 3< ~/logins/a.json; cat <&3',
    'mapfile x < ~/logins/a.json',
    'source ~/logins/a.json',
    "echo 'cat ~/$1/a.json' > s.sh; bash s.sh logins",
    // Links that lead each process to its own places, and others that are there.
    'cat /proc/self/root/h/logins/a.json',
    'cat /proc/self/cwd/../h/logins/a.json',
    'cat lk/a.json',
    'cat hl/logins/a.json',
    'cat hl/*/a.json',
    'cat hl/doc/../logins/a.json',
    'grep -r x hl/',
    'xargs cat <<< ~/logins/a.json',
    'cat <<< "$(< ~/logins/a.json)"',
    'while read -r f; do cat "$f"; done <<< ~/logins/a.json',
  ])('nor in other words: %s', (command) => {
    expect(verdict('Bash', command, atHome)).toMatch(refused);
  });

  it.each([
    'ls ~/logins',
    'rg --files ~/src | xargs cat',
    'rg --files | xargs cat',
    'cat "$D/a.json"',
    'cat "build/$D/a.json"',
    'cat "$x"',
    'cd src && cat "$x"',
    'cd src; cat $D/*.json',
    'cd /tmp && cat "$x"',
    'sudo -i cat x/a.json',
    "su - -c 'cat a.json'",
    "sqlite3 x.db 'select * from t'",
    "awk '{print $1}' notes",
    "awk '{print > $1}' notes",
    'git ls-files | xargs cat',
    'cat ~/src/$x',
    'cat ~/src/$D/a.json',
    'ln -s ~/src build/l; cat build/l/a.json',
    'some-tool ~/logins-of-mine/a.json',
    "git commit -m 'Say where ~/logins is'",
    'ls ~ | head -3',
  ])('allowed: %s', (command) => {
    expect(verdict('Bash', command, atHome)).toBe('A');
  });
});
