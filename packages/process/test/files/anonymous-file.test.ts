import { closeSync, fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnonymousFile, readHead, writeWhole } from '../../src/index.ts';

let directory: string;
const open: number[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'anonymous-'));
  vi.stubEnv('TMPDIR', directory);
});
afterEach(() => {
  for (const file of open.splice(0)) closeSync(file);
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

function opened(writing: 'append' | 'anywhere'): number {
  const file = openAnonymousFile(writing);
  open.push(file);
  return file;
}

describe('a file without a name', () => {
  it('is found nowhere, and can be linked nowhere', () => {
    const file = opened('append');
    expect(fstatSync(file)).toMatchObject({ nlink: 0, size: 0 });
    expect(fstatSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('has its content by the descriptor', () => {
    const file = opened('append');
    writeSync(file, 'one ');
    writeSync(file, 'two', 0);
    expect(readHead(file, 100)).toBe('one two');
    expect(readHead(file, 3)).toBe('one');
  });

  it('is read from its beginning after it was written whole', () => {
    const file = opened('anywhere');
    writeWhole(file, Buffer.from('x'.repeat(100_000)));
    expect(readFileSync(file, 'utf8')).toHaveLength(100_000);
  });

  it('comes into memory, or is unlinked at once, where the directory can hold none', () => {
    vi.stubEnv('TMPDIR', join(directory, 'missing'));
    expect(fstatSync(opened('append')).nlink).toBe(0);
  });
});
