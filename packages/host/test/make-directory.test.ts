import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDirectory } from '../src/make-directory.ts';
import { openJournal } from '../src/index.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-make-directory-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('making a directory', () => {
  it('makes what is missing above it, with the mode', () => {
    makeDirectory(join(root, 'a/b/c'), 0o700);
    expect(statSync(join(root, 'a/b/c')).mode & 0o777).toBe(0o700);
    makeDirectory(join(root, 'a/b/c'), 0o700);
  });

  it('says so when a file is in the way', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeDirectory(join(root, 'file/below'), 0o700)).toThrow(/ENOTDIR|EEXIST/);
  });

  it('ends where nothing can be made and nothing says so', () => {
    expect(() => makeDirectory('/proc/no/such', 0o700)).toThrow(/ENOENT/);
    expect(openJournal({ directory: '/proc/no/such' })).toMatchObject({ ok: false, code: 'unwritable' });
    expect(existsSync('/proc/no')).toBe(false);
  });
});
