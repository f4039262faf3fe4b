import { errorText, presentItems } from '@sluice/base';
import { durationText, sanitize } from '@sluice/core';
import { commandLine, describeStatus, isRunning, type BackgroundTask } from '@sluice/tools';
import { lastLines } from '../log/last-lines.ts';
import { runOnTerminal } from '../programs/run-on-terminal.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const tasksCommand: SlashCommand = {
  name: 'tasks',
  argumentHint: '[stop ID | move]',
  does: 'Follow or stop a background task, or move running work to the background',
  waits: false,
  async run(args, context) {
    const { tasks } = context.parts;
    const { print, note, isPlain, pick } = context;
    const [verb = '', id = ''] = args.split(/\s+/);
    const list = tasks.list().toReversed();
    const running = list.filter(isRunning);
    const stopId = id === '' && running.length === 1 ? running[0]?.id : id;
    if (verb === 'stop' && stopId !== undefined && stopId !== '') {
      await stop(stopId, context);
      return;
    }
    if (verb === 'move') {
      const moved = tasks.moveWaiting();
      print(moved === 0 ? 'Nothing that is running can be moved.' : `Moved to the background: ${moved}.`);
      return;
    }
    if (verb !== '') {
      note('Use /tasks, /tasks stop ID, or /tasks move.');
      return;
    }
    if (list.length === 0) {
      print('There are no background tasks.');
      return;
    }
    pick({
      title: 'Background tasks',
      keys: [
        {
          key: 'x',
          hint: 'x stops',
          closes: true,
          run: ({ id }) =>
            void stopAsked(id, context).catch((error: unknown) => notStopped(id, error, context)),
        },
      ],
      items: list.map((task) => ({
        id: task.id,
        label: `${markOf(task)} ${commandLine(task)}`,
        detail: detailOf(task, Date.now(), isPlain),
      })),
      onPick: (item) => {
        const task = tasks.get(item.id);
        if (task !== undefined) showTask(task, context);
      },
    });
  },
};

/** What can be done with a task that was chosen. */
function showTask(task: BackgroundTask, context: CommandContext): void {
  const { isPlain, pick, note, lend, print } = context;
  const follow = isRunning(task)
    ? { id: 'follow', label: 'Follow its output', detail: 'Ctrl-C, then q comes back' }
    : { id: 'follow', label: 'Show all of its output', detail: 'q comes back' };
  const actions = presentItems([
    { id: 'last', label: 'Print its last lines', detail: '' },
    // A pager draws on the screen.
    isPlain ? undefined : follow,
    isRunning(task) ? { id: 'stop', label: 'Stop it', detail: task.id } : undefined,
  ]);
  pick({
    title: sanitize(commandLine(task)),
    items: actions,
    onPick: ({ id }) => {
      if (id === 'stop')
        return stop(task.id, context).catch((error: unknown) => notStopped(task.id, error, context));
      if (id === 'last') {
        const lines = lastLines(task);
        print(lines.length === 0 ? "It hasn't printed anything yet." : lines.join('\n'));
      } else {
        void lend(() => runOnTerminal(isRunning(task) ? 'less -R +F' : 'less -R', task.outputPath)).then(
          (problem) => {
            // Ctrl-C ends the following, and in some versions of less all of it.
            if (problem !== undefined && problem !== 'SIGINT')
              note(`less ended with ${problem}. The output is in ${task.outputPath}`);
          },
        );
      }
      return undefined;
    },
  });
}

function notStopped(id: string, error: unknown, { note }: CommandContext): void {
  note(`The task ${id} was not stopped: ${errorText(error)}`);
}

/** It may have worked for long: one key alone doesn't end it. */
async function stopAsked(id: string, context: CommandContext): Promise<void> {
  const task = context.parts.tasks.get(id);
  if (task === undefined || !isRunning(task)) return context.note(`The task ${id} has already ended.`);
  if (await context.confirm(`Stop ${sanitize(commandLine(task))}?`)) await stop(id, context);
}

async function stop(id: string, { parts: { tasks }, print, note }: CommandContext): Promise<void> {
  const ended = await tasks.stop(id, 'person');
  if (ended === undefined) note(`There is no task ${id}; /tasks lists them.`);
  else print(`The task ${ended.id} is ${ended.status.status}.`);
}

const markOf = ({ status }: BackgroundTask): string =>
  status.status === 'running' ? '⠿' : status.status === 'completed' || isZero(status) ? '✓' : '✗';

const isZero = (status: BackgroundTask['status']): boolean => status.status === 'exited' && status.code === 0;

/** @param isPlain the mark of a task is not read out */
function detailOf(task: BackgroundTask, now: number, isPlain: boolean): string {
  const [last = ''] = lastLines(task).slice(-1);
  const text = last.length <= MAX_LAST ? last : `${last.slice(0, MAX_LAST - 1).toWellFormed()}…`;
  const age =
    task.startedAt === undefined ? '' : durationText(Math.floor((now - task.startedAt) / 1000) * 1000);
  const state = isRunning(task)
    ? `${isPlain ? 'running for ' : ''}${age}`.trim()
    : describeStatus(task.status);
  return [text, state].filter((part) => part !== '').join('  ');
}

const MAX_LAST = 30;
