import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'followed-')));

const FILES: Readonly<Record<string, string>> = {
  's.sh': '#!/bin/sh\necho start\nif true; then echo y > keep; rm x; fi\n',
  'outer.sh': '. ./s.sh\n',
  'home.sh': 'rm -rf ~\n',
  'free.sh': 'cd "$1" && rm -rf "$2"/* && echo done > other\n',
  'broken.sh': 'if then "\n',
  's.py': '#!/usr/bin/env python3\nrm x\n',
  'plain.diff': '--- keep\n+++ keep\n@@ -1 +1 @@\n-a\n+b\n',
  'git.diff':
    'diff --git a/sub/keep b/sub/keep\nindex 1..2\n--- a/sub/keep\n+++ b/sub/keep\n@@ -1 +1 @@\n-a\n+b\n',
  'rename.diff': 'diff --git a/a b/keep\nsimilarity index 100%\nrename from a\nrename to keep\n',
  'binary.diff': 'diff --git a/keep b/keep\nGIT binary patch\nliteral 0\n',
  'thin.o': '!<thin>\n//                                              10        `\n/etc/a.o/\n',
  'plain.a': '!<arch>\n',
  'nested.a': '!<arch>\nt.a/            0           0     0     644     8         `\n!<thin>\n',
  // Its mark lies across two chunks of the search.
  'long.a': `!<arch>\n${'x'.repeat(1024 * 1024 - 12)}!<thin>\n`,
  'other.diff': '--- a/other\n+++ b/other\n@@ -1 +1 @@\n-keep\n+b\n',
};
mkdirSync(join(cwd, 'sub'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
for (const name of ['s.sh', 'home.sh', 's.py']) chmodSync(join(cwd, name), 0o755);
symlinkSync('/bin/rm', join(cwd, 'q'));

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const bypass = { mode: 'bypassPermissions', cwd } as const;

/** Anywhere: the directory is none of the project's. */
const KEEP = 'Edit(//**/keep)';

describe('what a command follows is seen by deny rules', () => {
  it.each([
    'bash s.sh',
    './s.sh',
    'bash < s.sh',
    'bash -e s.sh now',
    'source s.sh',
    'sudo sh ./s.sh',
    'true && timeout 5 ./s.sh',
    'bash outer.sh',
    'BASH_ENV=s.sh bash -c :',
    'patch -i plain.diff',
    'patch < plain.diff',
    'patch --input=plain.diff -p0',
    'patch -p1 < git.diff',
    'git apply git.diff',
    'git apply rename.diff',
    'git apply binary.diff',
    'git am git.diff',
    "git apply <<'E'\n--- a/keep\n+++ b/keep\n@@ -1 +1 @@\n-a\n+b\nE\n",
    "printf 'w keep\\nq\\n' | ed -s other",
    "ed other <<< '1,2w keep'",
  ])('deny Edit(keep): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP] })).toBe('D');
  });

  it.each(['bash s.sh', './s.sh', 'bash outer.sh', 'env ./s.sh', './q x'])(
    'deny Bash(rm *): %s',
    (command) => {
      expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('D');
    },
  );

  it.each([
    'patch -p1 < absent.diff',
    'git apply "$p"',
    'cat git.diff | patch -p1',
    'patch -d sub -p1 < git.diff',
  ])('what can not be read asks: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP] })).toBe('?');
  });

  it.each(['bash home.sh', './home.sh'])('a critical removal in a script asks: %s', (command) => {
    expect(verdict('Bash', command, bypass)).toBe('?');
  });

  it.each([
    'bash free.sh a b',
    'bash broken.sh',
    'bash absent.sh',
    './s.py',
    'git apply other.diff',
    'patch -p1 < other.diff',
    'git apply --check git.diff',
    'patch --dry-run -p1 < git.diff',
    "ed other <<< '1p'",
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP, 'Bash(rm x*)'] })).toBe('A');
  });

  it('an allow rule for a script covers all that no rule denies', () => {
    const allow = ['Bash(bash free.sh *)', 'Bash(bash s.sh)'];
    expect(verdict('Bash', 'bash free.sh a b', { cwd, allow })).toBe('A');
    expect(verdict('Bash', 'bash s.sh', { cwd, allow })).toBe('A');
  });
});

describe('files that a file names are read, too', () => {
  it.each([
    'nm thin.o',
    'objdump -s thin.o',
    'objdump -s nested.a',
    'objdump -t long.a',
    'size ./thin.o',
    'readelf -a thin.o',
    'iconv -f /etc/charmap s.sh',
    'iconv -t ./s.sh s.py',
  ])('asks: %s', (command) => {
    expect(verdict('Bash', command, { cwd, directories: [cwd] })).toBe('?');
  });

  it.each([
    'nm plain.a',
    'nm s.sh',
    'size absent.a',
    'objdump -d s.sh',
    'iconv -f latin1 -t ascii//TRANSLIT//IGNORE s.sh',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { cwd, directories: [cwd] })).toBe('A');
  });
});
