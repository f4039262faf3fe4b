import { link, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileLock } from '../../../src/files/locks/file-lock.ts';
import { heldKeys } from '../../../src/files/locks/key-lock.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const { signal: never } = new AbortController();

test('work on one path comes in order, one at a time; other paths do not wait', async () => {
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = withFileLock('/a', never, async () => {
    events.push('first begins');
    begun.resolve();
    await gate.promise;
    events.push('first ends');
  });
  await begun.promise;
  const second = withFileLock('/a', never, async () => void events.push('second'));
  const third = withFileLock('/a', never, async () => void events.push('third'));
  await withFileLock('/b', never, async () => void events.push('other'));
  gate.resolve();
  await Promise.all([first, second, third]);
  expect(events).toEqual(['first begins', 'other', 'first ends', 'second', 'third']);
});

test('a waiter that is aborted leaves at once, and no one behind it overtakes the holder', async () => {
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const controller = new AbortController();
  const holder = withFileLock('/a', never, async () => {
    await gate.promise;
    events.push('holder');
  });
  const waiter = withFileLock('/a', controller.signal, async () => void events.push('waiter'));
  controller.abort(new Error('stop'));
  await expect(waiter).rejects.toThrow('stop');
  const behind = withFileLock('/a', never, async () => void events.push('behind'));
  await withFileLock('/b', never, async () => undefined);
  gate.resolve();
  await Promise.all([holder, behind]);
  expect(events).toEqual(['holder', 'behind']);
});

test('a failure frees the path, an aborted signal starts nothing, nothing is left held', async () => {
  await expect(withFileLock('/a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(withFileLock('/a', AbortSignal.abort(new Error('late')), async () => 1)).rejects.toThrow(
    'late',
  );
  expect(await withFileLock('/a', never, async () => 2)).toBe(2);
  await Promise.resolve();
  expect(heldKeys()).toBe(0);
});

/** A file with two names. */
async function twoNames() {
  const directory = await temporaryDirectory();
  const [one, other] = [join(directory, 'one'), join(directory, 'other')];
  await writeFile(one, 'text');
  await link(one, other);
  return { directory, one, other };
}

/** Long enough for who asks for a lock meanwhile to stand in its queue; a shorter time makes the test prove less, not fail. */
async function someTurns(path: string): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await stat(path);
}

test('two names of one file are one lock', async () => {
  const { one, other } = await twoNames();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = withFileLock(one, never, async () => {
    begun.resolve();
    await gate.promise;
    events.push('first ends');
  });
  await begun.promise;
  const second = withFileLock(other, never, async () => void events.push('second'));
  await someTurns(one);
  gate.resolve();
  await Promise.all([first, second]);
  expect(events).toEqual(['first ends', 'second']);
  await Promise.resolve();
  expect(heldKeys()).toBe(0);
});

test('a name that gets another file while its lock is waited for: the lock is that of the other file', async () => {
  const { directory, one, other } = await twoNames();
  const [next, third] = [join(directory, 'next'), join(directory, 'third')];
  await writeFile(next, 'next');
  await link(next, third);
  const events: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const hold = (path: string, index: 0 | 1) =>
    withFileLock(path, never, async () => {
      begun[index].resolve();
      await gates[index].promise;
      events.push(`holder ${index} ends`);
    });
  const holders = [hold(one, 0), hold(third, 1)];
  await Promise.all(begun.map(({ promise }) => promise));
  const waiter = withFileLock(other, never, async () => void events.push('waiter'));
  await someTurns(one);
  await rename(next, other);
  gates[0].resolve();
  await holders[0];
  await someTurns(one);
  gates[1].resolve();
  await Promise.all([...holders, waiter]);
  expect(events).toEqual(['holder 0 ends', 'holder 1 ends', 'waiter']);
});

test('a file that loses its other names while its lock is waited for is held all the same', async () => {
  const { one, other } = await twoNames();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = withFileLock(one, never, async () => {
    begun.resolve();
    await gate.promise;
    await unlink(one);
    events.push('first ends');
  });
  await begun.promise;
  const second = withFileLock(other, never, async () => void events.push('second'));
  await someTurns(one);
  const third = withFileLock(other, never, async () => void events.push('third'));
  gate.resolve();
  await Promise.all([first, second, third]);
  expect(events).toEqual(['first ends', 'second', 'third']);
});
