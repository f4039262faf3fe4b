import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { judge, verdict, type Judged } from './judge.ts';

const files = createMemoryFiles({
  contents: new Map(['/p/.env', '/p/sec/key', '/p/src/a.js', '/p/store/b.js'].map((path) => [path, ''])),
  links: new Map(),
});
files.hardLink('/p/.env', '/p/notes');
files.hardLink('/p/sec/key', '/p/src/key');
files.hardLink('/p/store/b.js', '/p/src/b.js');
files.symlink('/p/notes', '/p/link');

const judged = { mode: 'bypassPermissions', deny: ['Read(.env)', 'Edit(sec/**)'], files } as const;

const ROWS: readonly (readonly [string, Judged, 'A' | '?' | 'D'])[] = [
  ['cat notes', judged, 'D'],
  ['cat link', judged, 'D'],
  ['cat < notes', judged, 'D'],
  ['cp notes x', judged, 'D'],
  ['echo x > notes', judged, 'D'],
  ['echo x >> src/key', judged, 'D'],
  ['cat src/key', judged, 'A'],
  ['cat src/a.js src/b.js', judged, 'A'],
  ['rm notes', judged, 'A'],
  ['ls -l notes', judged, 'A'],
  ['cat notes', { ...judged, deny: ['Read(/.env)'] }, 'D'],
  ['cat notes', { ...judged, deny: ['Read(//p/.env)'] }, 'D'],
  ['cat notes', { ...judged, deny: [], ask: ['Read(.env)'] }, '?'],
  ['cat src/key', { ...judged, deny: ['Read(sec)'] }, 'D'],
  ['ln .env x; cat x', judged, 'D'],
  ['cp -l .env x && cat x', judged, 'D'],
];

describe('another name of a file that a rule names', () => {
  it.each(ROWS)('%s', (command, rules, expected) => {
    expect(verdict('Bash', command, rules)).toBe(expected);
  });

  it('is said', () => {
    expect(judge('Bash', 'cat notes', judged).reason).toMatch(
      /^the deny rule Read\(\.env\) .*matches \/p\/\.env, which is another name for a file of cat notes$/,
    );
  });

  it('is seen by file tools too', () => {
    expect(verdict('Read', { file_path: '/p/notes' }, judged)).toBe('D');
    expect(verdict('Write', { file_path: '/p/src/key', content: '' }, judged)).toBe('D');
  });
});

describe('another name of a file that a rule with wildcards covers', () => {
  const inMemory = createMemoryFiles({
    contents: new Map(
      ['/h/.ssh/keys/a/id', '/h/.ssh/id_rsa', '/p/certs/x.pem', '/p/apps/web/.env'].map((path) => [path, '']),
    ),
    links: new Map(),
  });
  inMemory.hardLink('/h/.ssh/keys/a/id', '/p/deep');
  inMemory.hardLink('/h/.ssh/id_rsa', '/p/flat');
  inMemory.hardLink('/p/certs/x.pem', '/p/cert.txt');
  inMemory.hardLink('/p/apps/web/.env', '/p/env.txt');
  const rules = { mode: 'bypassPermissions', files: inMemory } as const;

  it.each<readonly [command: string, rule: string, expected: 'A' | 'D']>([
    ['cat deep', 'Read(~/.ssh/**)', 'D'],
    ['cat flat', 'Read(~/.ssh/**)', 'D'],
    ['cat deep', 'Read(~/.ssh)', 'D'],
    ['cat deep', 'Read(~/.s*/**)', 'D'],
    ['cat flat', 'Read(~/.ssh/id_*)', 'D'],
    ['cat deep', 'Read(~/.ssh/id_*)', 'A'],
    ['cat cert.txt', 'Read(**/*.pem)', 'D'],
    ['cat env.txt', 'Read(.env)', 'D'],
    ['echo x > deep', 'Edit(~/.ssh/**)', 'D'],
    ['cat deep', 'Edit(~/.ssh/**)', 'A'],
    ['cat cert.txt', 'Read(~/**)', 'A'],
  ])('%s under %s', (command, rule, expected) => {
    expect(verdict('Bash', command, { ...rules, deny: [rule] })).toBe(expected);
  });
});
