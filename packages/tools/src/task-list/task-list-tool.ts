import { defineTool, readNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { TaskListPort } from './task-list-port.ts';
import { openBlockers } from './update-task.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(() => z.strictObject({}), KNOWN_INPUTS.TaskList);

const outputSchema = lazySchema((): z.ZodType<TaskListOutput> =>
  z.object({
    tasks: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        status: z.enum(['pending', 'in_progress', 'completed']),
        owner: z.string().optional(),
        blockedBy: z.array(z.string()),
      }),
    ),
    broken: z.array(z.string()).optional(),
  }),
);

interface TaskListOutput {
  readonly tasks: readonly {
    readonly id: string;
    readonly subject: string;
    readonly status: 'pending' | 'in_progress' | 'completed';
    readonly owner?: string | undefined;
    /** Without those that are completed. */
    readonly blockedBy: readonly string[];
  }[];
  /** Files that hold no task. */
  readonly broken?: readonly string[] | undefined;
}

/** The `TaskList` tool: lists all tasks. */
export function createTaskListTool(port: TaskListPort) {
  return defineTool({
    name: 'TaskList',
    description: 'Lists the tasks of the task list, with the owner and status of each and what it waits for.',
    searchHint: 'list tasks, progress of the work',
    inputSchema,
    outputSchema,
    isReadOnly: true,
    claims: () => [readNamed('task-list')],
    checkPermissions: () => ({ behavior: 'allow' }),
    async call(): Promise<ToolResult<TaskListOutput>> {
      const { tasks, broken } = await port.list.read();
      const { nameOf = (owner: string) => owner } = port;
      const shown = tasks.map((task) => ({
        ...{ id: task.id, subject: task.subject, status: task.status },
        owner: task.owner === undefined ? undefined : nameOf(task.owner),
        blockedBy: openBlockers(tasks, task),
      }));
      return { data: { tasks: shown, broken: broken.length === 0 ? undefined : broken } };
    },
    toModel({ tasks, broken = [] }) {
      const lines = tasks.map(({ id, subject, status, owner, blockedBy }) => {
        const of = owner === undefined ? '' : `, ${owner}`;
        const waits = blockedBy.length === 0 ? '' : `, waits for ${blockedBy.join(', ')}`;
        return `${id} (${status}${of}${waits}): ${subject}`;
      });
      const unread = broken.map((name) => `The file ${name} of the task list is damaged and was left out.`);
      return [...(lines.length === 0 ? ['The task list is empty.'] : lines), ...unread].join('\n');
    },
  });
}
