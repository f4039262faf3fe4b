import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { withProcessLock } from '../../../src/files/locks/process-lock.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const EDITS = fileURLToPath(new URL('../fixtures/edit-many.ts', import.meta.url));
const HOLDER = fileURLToPath(new URL('../fixtures/hold-lock.ts', import.meta.url));
const never = new AbortController().signal;

function start(fixture: string, ...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--conditions=sluice-source', fixture, ...args]);
  child.stderr.pipe(process.stderr);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test.each([
  ['of one name', ['a.txt', 'a.txt', 'a.txt']],
  ['each by another of its names', ['a.txt', 'b.txt', 'c.txt']],
])(
  'edits of one file from several processes at the same time, %s: each is made, none is lost',
  async (_, files) => {
    const directory = await temporaryDirectory();
    const paths = files.map((file) => join(directory, file));
    const [path = ''] = paths;
    const names = ['first', 'second', 'third'];
    const count = 40;
    const lines = (word: string) =>
      Array.from({ length: count }, (_line, n) =>
        names.map((name) => `${name} ${n} ${word}\n`).join(''),
      ).join('');
    await writeFile(path, lines('todo'));
    for (const other of new Set(paths)) if (other !== path) await link(path, other);
    const children = names.map((name, index) => start(EDITS, paths[index] ?? path, name, String(count)));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const outputs = children.map((child) => text(child.stdout));
    for (const child of children) child.stdin.end();
    expect(await Promise.all(outputs)).toEqual(['', '', '']);
    expect(await readFile(path, 'utf8')).toBe(lines('done'));
    expect(await readdir(directory)).toEqual([...new Set(files)]);
  },
);

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('who waits for another process goes on when that one lets go, or is killed', async () => {
  const path = join(await temporaryDirectory(), 'a.txt');
  for (const end of ['stdin', 'kill'] as const) {
    const holder = start(HOLDER, path);
    await once(holder.stdout, 'data');
    const order: string[] = [];
    const waiting = withProcessLock(path, never, async () => void order.push('mine'));
    // Another file is not held up.
    await withProcessLock(`${path}.other`, never, async () => void order.push('other'));
    expect(order).toEqual(['other']);
    if (end === 'kill') holder.kill('SIGKILL');
    else holder.stdin.end();
    await waiting;
    expect(order).toEqual(['other', 'mine']);
  }
});

test.runIf(isLinux)(
  'waiting ends with the signal, and a failure of the work gives the lock back',
  async () => {
    const path = join(await temporaryDirectory(), 'a.txt');
    const holder = start(HOLDER, path);
    await once(holder.stdout, 'data');
    const controller = new AbortController();
    const waiting = withProcessLock(path, controller.signal, async () => 'mine');
    controller.abort('stop');
    await expect(waiting).rejects.toBe('stop');
    holder.stdin.end();
    await once(holder, 'exit');
    await expect(withProcessLock(path, never, () => Promise.reject(new Error('bang')))).rejects.toThrow(
      'bang',
    );
    expect(await withProcessLock(path, never, async () => 'again')).toBe('again');
  },
);
