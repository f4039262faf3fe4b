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
      /^the deny rule Read\(\.env\) .*matches \/p\/\.env, which is another name of a file of cat notes$/,
    );
  });

  it('is seen by file tools too', () => {
    expect(verdict('Read', { file_path: '/p/notes' }, judged)).toBe('D');
    expect(verdict('Write', { file_path: '/p/src/key', content: '' }, judged)).toBe('D');
  });
});
