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
