import { expect, test } from 'vitest';
import { heldFileLocks, withFileLock } from '../../src/files/file-lock.ts';

const { signal: never } = new AbortController();

test('work on one path comes in order, one at a time; other paths do not wait', async () => {
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = withFileLock('/a', never, async () => {
    events.push('first begins');
    await gate.promise;
    events.push('first ends');
  });
  const second = withFileLock('/a', never, async () => void events.push('second'));
  const third = withFileLock('/a', never, async () => void events.push('third'));
  await withFileLock('/b', never, async () => void events.push('other'));
  gate.resolve();
  await Promise.all([first, second, third]);
  expect(events).toEqual(['first begins', 'other', 'first ends', 'second', 'third']);
});

test('a waiter that is aborted leaves at once, and nobody behind it overtakes the holder', async () => {
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
  expect(heldFileLocks()).toBe(0);
});
