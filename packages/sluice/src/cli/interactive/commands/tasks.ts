import { commandLine } from '@sluice/tools';
import type { SlashCommand } from './slash-command.ts';
import { tableLines } from './table-lines.ts';

export const tasksCommand: SlashCommand = {
  name: 'tasks',
  argumentHint: '[stop ID]',
  does: 'List the background tasks, or stop one',
  waits: false,
  async run(args, { parts: { tasks }, print, note }) {
    const [verb = '', id = ''] = args.split(/\s+/);
    if (verb === 'stop' && id !== '') {
      const ended = await tasks.stop(id, 'person');
      if (ended === undefined) note(`There is no task ${id}; /tasks lists them.`);
      else print(`The task ${ended.id} is ${ended.status.status}.`);
      return;
    }
    if (verb !== '') {
      note('Use /tasks, or /tasks stop ID.');
      return;
    }
    const list = tasks.list();
    if (list.length === 0) print('There are no background tasks.');
    const rows = list.map((task) => [`${task.id} ${task.status.status}`, commandLine(task)] as const);
    for (const line of tableLines(rows)) print(line);
  },
};
