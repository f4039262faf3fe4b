import type { Clock } from '@sluice/core';
import { visibleText } from '../program-output/visible-text.ts';
import { isRunning, type BackgroundTask } from '../tasks/background-task.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { FollowedFile } from './follow-output.ts';
import { LineEvents, type TellableLines } from './line-events.ts';
import { MAX_LINES } from './monitor-limits.ts';

/** Milliseconds within which lines are told together (agents.md 8). */
const TOGETHER_MS = 200;

export interface WatchOptions {
  readonly tasks: TaskRegistry;
  /** The task whose output is watched. */
  readonly task: BackgroundTask;
  /** What is watched, in a few words. */
  readonly description: string;
  readonly clock: Clock;
}

/** Tells the owner of a task of each line that it writes, until it ends or has written too many. */
export function watchTask({ tasks, task, description, clock }: WatchOptions): void {
  const file = new FollowedFile(task.outputPath);
  const events = new LineEvents(() => clock.now());
  const tell = (told: TellableLines | undefined): void => {
    if (told !== undefined) tasks.addEvents(task.id, eventsText(task, description, told));
  };
  let isOver = false;
  let cancel = (): void => {};
  const finish = (): void => {
    isOver = true;
    cancel();
    unwatch();
    for (let text = file.read(); text !== '' && !events.isFull; text = file.read()) events.take(text);
    events.end();
    tell(events.tell(true));
  };
  const look = (): void => {
    if (isOver) return;
    events.take(file.read());
    if (!events.isFull) {
      tell(events.tell());
      return;
    }
    finish();
    tasks.addEvents(
      task.id,
      `The watch ${task.id} (${description}) was stopped: it has written ${MAX_LINES} lines. Watch for less: filter its output, as with grep --line-buffered.`,
    );
    void tasks.stop(task.id, 'program');
  };
  const unwatch = tasks.watch((changed) => {
    if (changed.id === task.id && !isRunning(changed) && !isOver) finish();
  });
  const lookLater = (): void => {
    cancel = clock.setTimer(TOGETHER_MS, () => {
      look();
      if (!isOver) lookLater();
    });
  };
  lookLater();
}

function eventsText(task: BackgroundTask, description: string, { lines, folded }: TellableLines): string {
  const shown = lines.map((line) => visibleText(line));
  const more =
    folded === 0 ? [] : [`(and ${folded} more lines in this minute; all are in ${task.outputPath})`];
  return [`The watch ${task.id} (${description}) tells:`, ...shown, ...more].join('\n');
}
