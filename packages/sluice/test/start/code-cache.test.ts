import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeCache } from '../../src/start/code-cache.ts';
import { keptCodeHeader, keptCodeName } from '../../src/start/kept-code.ts';
import { codeNameFor, shippedCode } from '../../src/start/shipped-code.ts';
import { scratch } from '../cli/exec/support/scratch.ts';

const CHUNK = 'exec-1a2b.cjs';

function place() {
  const directory = join(scratch(), 'sluice/code');
  const cache = codeCache(directory);
  return { directory, cache, files: () => readdirSync(directory).map((name) => join(directory, name)) };
}

it('is read by the next program, of this version of Node', () => {
  const { directory, cache, files } = place();
  cache.write(CHUNK, { data: Buffer.from('code'), runs: 2 });
  expect(codeCache(directory).read(CHUNK)).toEqual({ data: Buffer.from('code'), runs: 2 });
  expect(codeCache(directory).read('exec-other.cjs')).toBeUndefined();
  expect(files()).toEqual([join(directory, `${CHUNK}-${process.version}-${process.arch}`)]);
});

it('has nothing where a byte is another one, or bytes are missing or too many', () => {
  const { directory, cache, files } = place();
  cache.write(CHUNK, { data: Buffer.from('code that V8 would run as it is'), runs: 1 });
  const [file = ''] = files();
  const whole = readFileSync(file);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      // How often it was written is not code.
      fc.pre(at < 4 || at > 7);
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ change;
      writeFileSync(file, bytes);
      expect(codeCache(directory).read(CHUNK)).toBeUndefined();
    }),
  );
  for (const bytes of [
    whole.subarray(0, -1),
    whole.subarray(0, 9),
    Buffer.alloc(0),
    Buffer.concat([whole, whole]),
  ]) {
    writeFileSync(file, bytes);
    expect(codeCache(directory).read(CHUNK)).toBeUndefined();
  }
});

it('removes what no one has written for a month', () => {
  const { directory, cache, files } = place();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const old = join(directory, 'exec-old.cjs-v20.0.0-x64');
  writeFileSync(old, '');
  const directoryOfSomebody = join(directory, 'an-old-directory');
  mkdirSync(directoryOfSomebody);
  const month = Date.now() / 1000 - 31 * 24 * 3600;
  for (const path of [old, directoryOfSomebody]) utimesSync(path, month, month);
  cache.write(CHUNK, { data: Buffer.from('code'), runs: 1 });
  expect(files()).toEqual([
    directoryOfSomebody,
    join(directory, `${CHUNK}-${process.version}-${process.arch}`),
  ]);
});

it('reads no pipe, no link, and no file that others may write to', () => {
  const { directory, cache, files } = place();
  cache.write(CHUNK, { data: Buffer.from('code'), runs: 1 });
  const [file = ''] = files();
  const read = () => codeCache(directory).read(CHUNK);
  chmodSync(file, 0o666);
  expect(read()).toBeUndefined();
  chmodSync(file, 0o600);
  renameSync(file, `${file}.other`);
  symlinkSync(`${file}.other`, file);
  expect(read()).toBeUndefined();
  rmSync(file);
  execFileSync('mkfifo', [file]);
  expect(read()).toBeUndefined();
});

it.each([
  ['its place is a file', true, ''],
  ['a directory above it is a file', true, 'sluice/code'],
  ['the home directory is a device', false, '.cache/sluice/code'],
])('stays silent where nothing can be kept: %s', (_, isFile, below) => {
  const above = isFile ? join(scratch(), 'a file') : '/dev/null';
  if (isFile) writeFileSync(above, '');
  const directory = join(above, below);
  expect(codeCache(directory).read(CHUNK)).toBeUndefined();
  const cache = codeCache(directory);
  cache.write(CHUNK, { data: Buffer.from('code'), runs: 1 });
  expect(cache.read(CHUNK)).toBeUndefined();
});

it('reads no pipe in the package either, though someone writes whole code to it', () => {
  const directory = scratch();
  const code = { data: Buffer.from('code'), runs: 1 };
  const whole = join(directory, 'whole');
  writeFileSync(whole, Buffer.concat([keptCodeHeader(code), code.data]));
  const pipe = join(directory, keptCodeName(CHUNK));
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'exec cat "$0" > "$1"', whole, pipe]);
  expect(shippedCode(directory).read(CHUNK)).toBeUndefined();
  writer.kill();
});

it.each<[string | undefined, readonly string[], string | undefined]>([
  ['exec', ['all', 'exec'], 'exec'],
  ['exec', ['all'], 'all'],
  ['exec', ['exec'], 'exec'],
  [undefined, ['all', 'exec'], 'all'],
  [undefined, ['exec'], undefined],
])('the command %s finds, among shipped code for %j, that for %s', (command, shipped, found) => {
  const directory = scratch();
  for (const whose of shipped) {
    const code = { data: Buffer.from(whose), runs: 1 };
    const name = whose === 'all' ? keptCodeName(CHUNK) : codeNameFor(CHUNK, whose);
    writeFileSync(join(directory, name), Buffer.concat([keptCodeHeader(code), code.data]));
  }
  expect(shippedCode(directory, command).read(CHUNK)?.toString()).toBe(found);
});
