import { isRunning, type BackgroundTask } from './background-task.ts';
import { createTaskRegistry } from './create-task-registry.ts';
import { endLeftovers } from './end-leftovers.ts';
import { commandLine } from './task-note.ts';
import { createTaskRecords, type TaskRecord } from './task-records.ts';
import type { TaskRegistry } from './task-registry.ts';

export interface OpenedTasks {
  readonly registry: TaskRegistry;
  /** Notices for the user about tasks that an earlier process of the session left behind, one line each. */
  readonly notices: readonly string[];
}

/**
 * The tasks of a session. With `recordsPath`, tasks that an earlier process recorded there are ended if they still run, and reported to
 * the model with the next results.
 */
export async function openTasks(options: {
  readonly recordsPath?: string;
  readonly onProblem?: (problem: string) => void;
}): Promise<OpenedTasks> {
  const { recordsPath, onProblem } = options;
  const more = onProblem === undefined ? {} : { onProblem };
  if (recordsPath === undefined) return { registry: createTaskRegistry(more), notices: [] };
  const records = createTaskRecords(recordsPath);
  const left = await Promise.all(records.read().map(endLeft));
  const earlier = left.map(({ task }) => task);
  const notices = left.flatMap(({ notice }) => (notice === undefined ? [] : [notice]));
  return { registry: createTaskRegistry({ records, earlier, ...more }), notices };
}

async function endLeft({
  task,
  leader,
}: TaskRecord): Promise<{ readonly task: BackgroundTask; readonly notice?: string }> {
  if (!isRunning(task)) return { task };
  const lost: BackgroundTask = { ...task, status: { status: 'lost' } };
  if (leader === undefined || !(await endLeftovers(leader))) return { task: lost };
  const notice = `The background task ${task.id} (${commandLine(task)}) was still running from an earlier run, and was ended.`;
  return { task: lost, notice };
}
