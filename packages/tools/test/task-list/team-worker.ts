import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TaskList } from '../../src/task-list/task-list.ts';
import { openBlockers, updateTask } from '../../src/task-list/update-task.ts';

/** Eight teammates in one program: `node team-worker.ts LIST FILES`. Says `claimed ID` for each task that one has got. */
const [directory = '', files = ''] = process.argv.slice(2);
const list = new TaskList(directory);
const names = Array.from({ length: 8 }, (_, n) => `mate-${n}`);

/** As a leader does after `--resume`: gives back what the killed program's teammates had taken. */
for (const task of (await list.read()).tasks) {
  if (task.status === 'in_progress')
    await list.change((tasks) => updateTask(tasks, task.id, { status: 'pending' }, 'main'));
}

let finished = Promise.withResolvers<void>();

async function work(name: string, n: number): Promise<void> {
  for (;;) {
    const before = finished.promise;
    const { tasks } = await list.read();
    if (tasks.every(({ status }) => status === 'completed')) return;
    const ready = tasks.filter((task) => task.status === 'pending' && openBlockers(tasks, task).length === 0);
    // Two and two want the same task.
    const wanted = ready[Math.floor(n / 2) % ready.length];
    if (wanted === undefined) {
      await before;
      continue;
    }
    const { id, blockedBy } = wanted;
    const claimed = await list.change((now) => updateTask(now, id, { status: 'in_progress' }, name));
    if (!claimed.ok) continue;
    process.stdout.write(`claimed ${id}\n`);
    // It needs the files of the tasks that it waits for; a missing one ends the program.
    const lines = blockedBy.map((each) => readFileSync(join(files, each), 'utf8').trim());
    const path = join(files, id);
    // The killed program may have come as far as this.
    if (!existsSync(path)) writeFileSync(path, `${[id, ...lines].join(' ').length}\n`, { flag: 'wx' });
    const completed = await list.change((now) => updateTask(now, id, { status: 'completed' }, name));
    if (!completed.ok) throw new Error(completed.message);
    finished.resolve();
    finished = Promise.withResolvers<void>();
  }
}

await Promise.all(names.map(work));
