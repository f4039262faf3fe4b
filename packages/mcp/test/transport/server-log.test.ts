import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maskedLog, openServerLog } from '../../src/transport/server-log.ts';
import { scratch } from '../server/support/scratch.ts';

const MEBIBYTE = 1024 * 1024;

it('keeps the last of what a server writes in two files of 5 MiB together, and its last lines at hand', () => {
  const path = join(scratch(), 'mcp', 'f.log');
  const log = openServerLog(path);
  for (let part = 1; part <= 160; part += 1)
    log.write(Buffer.from(`${`${part} `.repeat(8)}${'x'.repeat(64 * 1024)}\n`));
  log.write(Buffer.from('one\n\ntwo\nthree'));
  expect(log.lastLines(2)).toEqual(['two', 'three']);
  log.close();
  const [size, before] = [path, `${path}.1`].map((file) => statSync(file).size);
  expect((size ?? 0) + (before ?? 0)).toBeLessThanOrEqual(5 * MEBIBYTE + 128 * 1024);
  expect(readFileSync(path, 'utf8').endsWith('one\n\ntwo\nthree')).toBe(true);
  expect(readFileSync(`${path}.1`, 'utf8')).not.toContain('1 1 1 1 1 1 1 1 x');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('goes on where an earlier session stopped', () => {
  const path = join(scratch(), 'f.log');
  for (const text of ['first\n', 'second\n']) {
    const log = openServerLog(path);
    log.write(Buffer.from(text));
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n');
});

it.each(['no directory', 'a link'])('has the last lines at hand where it can not be written: %s', (what) => {
  const directory = scratch();
  const path = join(directory, 'sub', 'f.log');
  if (what === 'no directory') writeFileSync(join(directory, 'sub'), '');
  else {
    mkdirSync(join(directory, 'sub'));
    writeFileSync(join(directory, 'target'), 'mine');
    symlinkSync(join(directory, 'target'), path);
  }
  const log = openServerLog(path);
  log.write(Buffer.from('words\n'));
  expect(log.lastLines(20)).toEqual(['words']);
  log.close();
  if (what === 'a link') expect(readFileSync(join(directory, 'target'), 'utf8')).toBe('mine');
});

it('masks a secret that comes in two parts', () => {
  const path = join(scratch(), 'f.log');
  const log = maskedLog(openServerLog(path), (text) => text.replaceAll('secret-1', '[redacted]'));
  for (const part of ['key sec', 'ret-1\nand sec', 'ret-1']) log.write(Buffer.from(part));
  expect(log.lastLines(2)).toEqual(['key [redacted]', 'and [redacted]']);
  log.close();
  expect(readFileSync(path, 'utf8')).toBe('key [redacted]\nand [redacted]');
});
