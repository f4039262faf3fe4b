import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A directory that stands for `/tmp`, with a home and a working directory in it. */
export interface Fixtures {
  readonly root: string;
  readonly remove: () => void;
}

/** Files of every kind that the tables' programs understand, in the state in which each command must leave them. */
export function makeFixtures(): Fixtures {
  const root = mkdtempSync(join(tmpdir(), 'sluice-pairs-'));
  const work = join(root, 'work');
  mkdirSync(join(root, 'home'));
  mkdirSync(join(work, 'src'), { recursive: true });
  const text = 'a line\nb line\n';
  for (const name of ['a.txt', 'b.txt', 'src/a.ts', 'src/b.js']) writeFileSync(join(work, name), text);
  writeFileSync(join(work, 'patterns.txt'), 'a\n');
  writeFileSync(join(work, 'list.txt'), 'a.txt\nsrc\n');
  writeFileSync(join(work, 'sums.txt'), 'dc8ef2ad0ad7f9d5b5a2a0ab0d5d0ee1  a.txt\n');
  writeFileSync(join(work, 'encoded.txt'), 'YQo=\n');
  writeFileSync(join(work, 'hex.txt'), '00000000: 610a  a.\n');
  writeFileSync(join(work, 'sum.txt'), '1+1\nquit\n');
  writeFileSync(join(work, 'a.json'), '{"a": [1, 2]}\n');
  writeFileSync(join(work, 'a.gz'), gzipSync(text));
  copyFileSync('/bin/true', join(work, 'object'));
  symlinkSync('a.txt', join(work, 'link'));
  const pack = (line: string): void =>
    void execFileSync('bash', ['-c', line], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  pack('bzip2 -c a.txt > a.bz2; xz -c a.txt > a.xz');
  // What is in archives is nowhere else: unpacking would not ask before it replaces anything.
  pack('mkdir packed; cp a.txt packed; cp a.txt packed.txt; zip -q archive.zip packed.txt packed/a.txt');
  pack('tar -cf archive.tar packed packed.txt; tar -czf archive.tgz packed; rm -r packed packed.txt');
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
