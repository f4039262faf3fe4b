import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TaskList } from '../../src/task-list/task-list.ts';
import { updateTask } from '../../src/task-list/update-task.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const add = async (list: TaskList): Promise<string> => {
  const taken = await list.takeId();
  if (!taken.ok) throw new Error(taken.message);
  const id = taken.value;
  const task = { id, subject: id, description: '', status: 'pending', blockedBy: [] } as const;
  await list.change(() => ({ ok: true, value: { write: [task], remove: [], value: undefined } }));
  return id;
};

it('gives each of many takers at once an id of its own, and none again after a removal', async () => {
  const list = new TaskList(await temporaryDirectory());
  const ids = await Promise.all(Array.from({ length: 20 }, () => add(list)));
  expect(ids.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  await list.change((tasks) => updateTask(tasks, '20', { status: 'deleted' }, 'main'));
  expect(await add(list)).toBe('21');
});

it('gives a task to exactly one of many that claim it at once', async () => {
  const directory = await temporaryDirectory();
  await add(new TaskList(directory));
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      new TaskList(directory).change((tasks) =>
        updateTask(tasks, '1', { status: 'in_progress' }, `agent ${n}`),
      ),
    ),
  );
  expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
  const [task] = (await new TaskList(directory).read()).tasks;
  for (const claim of claims) if (!claim.ok) expect(claim.message).toContain(`belongs to ${task?.owner}`);
});

it('takes over the lock of a process that was killed while it held it', async () => {
  const directory = await temporaryDirectory();
  const list = new TaskList(directory);
  await add(list);
  const lock = join(directory, '.lock');
  const program = `
    import { takeLock } from '@sluice/base';
    takeLock(${JSON.stringify(lock)});
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(
    process.execPath,
    ['--conditions=sluice-source', '--input-type=module', '--eval', program],
    { cwd: join(import.meta.dirname, '../..') },
  );
  expect(signal).toBe('SIGKILL');
  expect(readFileSync(lock, 'utf8')).toContain('"pid"');
  expect(
    await list.change((tasks) => updateTask(tasks, '1', { status: 'in_progress' }, 'main')),
  ).toMatchObject({
    ok: true,
  });
});

it('reports damaged files, sets them aside at the next change, and keeps the rest', async () => {
  const directory = await temporaryDirectory();
  const list = new TaskList(directory);
  await add(list);
  await add(list);
  writeFileSync(join(directory, '1.json'), '{"id": "1", ');
  expect(await list.read()).toMatchObject({ tasks: [{ id: '2' }], broken: ['1.json'] });
  expect(await add(list)).toBe('3');
  expect(await list.read()).toMatchObject({ tasks: [{ id: '2' }, { id: '3' }], broken: [] });
  expect(readdirSync(directory)).toContain('1.json.broken');
});
