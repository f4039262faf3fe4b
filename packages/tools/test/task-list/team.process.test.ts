import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import type { ListedTask } from '../../src/task-list/listed-task.ts';
import { TaskList } from '../../src/task-list/task-list.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const TASKS = 200;

/** Each waits for up to three tasks before it, in an order that the seed decides. */
function tasksOf(seed: number): readonly ListedTask[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  return Array.from({ length: TASKS }, (_, n) => {
    const count = n === 0 ? 0 : below(4);
    const blockedBy = [...new Set(Array.from({ length: count }, () => String(below(n) + 1)))];
    return { id: String(n + 1), subject: `Task ${n + 1}`, description: '', status: 'pending', blockedBy };
  });
}

/** Runs the team; with `killAfter`, kills it at that claim. Its exit code or signal, and the ids that were claimed. */
async function run(directory: string, files: string, killAfter = Infinity) {
  const program = join(import.meta.dirname, 'team-worker.ts');
  const child = spawn(process.execPath, ['--conditions=sluice-source', program, directory, files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const claims: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    claims.push(line.slice('claimed '.length));
    if (claims.length === killAfter) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  return { code, signal, claims };
}

it('does 200 dependent tasks with 8 teammates once each and in order, though killed in the middle of claims', async () => {
  const directory = join(await temporaryDirectory(), 'list');
  const files = await temporaryDirectory();
  await mkdir(directory);
  const tasks = tasksOf(18);
  const list = new TaskList(directory);
  await list.change(() => ({ ok: true, value: { write: tasks, remove: [], value: undefined } }));

  const completed = async (): Promise<readonly string[]> =>
    (await list.read()).tasks.filter(({ status }) => status === 'completed').map(({ id }) => id);
  // Each program gets what the ones before it have left, and in none a task is claimed twice.
  for (const killAfter of [1, 40, 70, undefined]) {
    const before = await completed();
    const { code, signal, claims } = await run(directory, files, killAfter);
    expect([code, signal]).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL']);
    expect([...new Set(claims)]).toEqual(claims);
    expect(claims.filter((id) => before.includes(id))).toEqual([]);
  }
  // A task that was done before those that it waits for would have missed their files, and ended the program.
  expect((await list.read()).broken).toEqual([]);
  const ids = tasks.map(({ id }) => id);
  expect(await completed()).toEqual(ids);
  expect((await readdir(files)).toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
}, 60_000);
