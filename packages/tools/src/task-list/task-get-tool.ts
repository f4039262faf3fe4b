import { defineTool, readNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { TaskListPort } from './task-list-port.ts';
import { taskTitle } from './task-title.ts';
import { openBlockers } from './update-task.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () => z.strictObject({ taskId: z.string().describe('Id of the task.') }),
  KNOWN_INPUTS.TaskGet,
);

const outputSchema = lazySchema((): z.ZodType<TaskGetOutput> =>
  z.object({
    task: z
      .object({
        id: z.string(),
        subject: z.string(),
        description: z.string(),
        status: z.enum(['pending', 'in_progress', 'completed']),
        blocks: z.array(z.string()),
        blockedBy: z.array(z.string()),
      })
      .nullable(),
  }),
);

interface TaskGetOutput {
  readonly task: {
    readonly id: string;
    readonly subject: string;
    readonly description: string;
    readonly status: 'pending' | 'in_progress' | 'completed';
    readonly blocks: readonly string[];
    /** Without those that are completed. */
    readonly blockedBy: readonly string[];
  } | null;
}

/** The `TaskGet` tool: reads one task of the list. */
export function createTaskGetTool(port: TaskListPort) {
  return defineTool({
    name: 'TaskGet',
    description: 'Reads one task of the task list: its description, what it waits for and what waits for it.',
    searchHint: 'read a task of the task list',
    inputSchema,
    outputSchema,
    isReadOnly: true,
    claims: () => [readNamed('task-list')],
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ taskId }): Promise<ToolResult<TaskGetOutput>> {
      const { tasks } = await port.list.read();
      const task = tasks.find(({ id }) => id === taskId);
      if (task === undefined) return { data: { task: null } };
      const { id, subject, description, status } = task;
      const blocks = tasks.filter(({ blockedBy }) => blockedBy.includes(id)).map((each) => each.id);
      return {
        data: { task: { id, subject, description, status, blocks, blockedBy: openBlockers(tasks, task) } },
      };
    },
    toModel({ task }) {
      if (task === null) return 'There is no such task. TaskList shows the tasks that there are.';
      const waits = task.blockedBy.length === 0 ? '' : `\nWaits for: ${task.blockedBy.join(', ')}`;
      const blocks = task.blocks.length === 0 ? '' : `\nBlocks: ${task.blocks.join(', ')}`;
      return `Task ${task.id} (${task.status}): ${task.subject}\n${task.description}${waits}${blocks}`;
    },
    summarize: ({ taskId }) => taskTitle(port.list, taskId),
  });
}
