import { defineTool, fail, writeNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { isRunning } from '../tasks/background-task.ts';
import { findTask } from '../tasks/find-task.ts';
import { isBackgroundDisabled } from '../tasks/is-background-disabled.ts';
import { taskNote } from '../tasks/task-note.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { taskMissing } from '../tasks/task-missing.ts';

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      task_id: z
        .string()
        .optional()
        .describe('Id of the task, from the result that started it, or the name of an agent.'),
      shell_id: z.string().optional().describe('Old name of task_id.'),
    }),
  KNOWN_INPUTS.TaskStop,
);

const outputSchema = lazySchema((): z.ZodType<TaskStopOutput> =>
  z.object({ message: z.string(), task_id: z.string(), task_type: z.string(), command: z.string() }),
);

export interface TaskStopOutput {
  readonly message: string;
  readonly task_id: string;
  readonly task_type: string;
  readonly command: string;
}

/** The `TaskStop` tool: ends a background task with all its processes. */
export function createTaskStopTool(
  tasks: TaskRegistry,
  env: Readonly<Record<string, string | undefined>> = process.env,
) {
  return defineTool({
    name: 'TaskStop',
    aliases: ['KillShell'],
    description:
      'Stops a background task and every process it started, and waits for them to end. Its output file is kept.',
    searchHint: 'stop, kill or end a background command',
    inputSchema,
    outputSchema,
    isEnabled: () => !isBackgroundDisabled(env),
    // It only ends what this session itself started.
    checkPermissions: () => ({ behavior: 'allow' }),
    claims: () => [writeNamed('tasks')],
    isIdempotent: true,
    async call(input): Promise<ToolResult<TaskStopOutput>> {
      const wanted = input.task_id ?? input.shell_id;
      if (wanted === undefined)
        return fail('task-id-missing', 'No task_id given. Pass the id of the task to stop.');
      const before = findTask(wanted, tasks);
      if (before === undefined) return taskMissing(wanted, tasks);
      const { id } = before;
      const task = (await tasks.stop(id, 'model')) ?? before;
      tasks.markReported(id);
      const hadEnded = isRunning(before) ? '' : 'There was nothing to stop. ';
      const message = `${hadEnded}${taskNote(task)}`;
      return { data: { message, task_id: id, task_type: task.type, command: task.command } };
    },
    toModel: ({ message }) => message,
    summarize: ({ task_id, shell_id }) => task_id ?? shell_id ?? 'a task',
  });
}
