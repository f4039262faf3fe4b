import { defineTool, fail, writeNamed, type JsonValue, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { TaskListPort } from './task-list-port.ts';
import { taskTitle } from './task-title.ts';
import { updateTask } from './update-task.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () =>
    z.strictObject({
      taskId: z.string().describe('Id of the task.'),
      subject: z.string().min(1).optional().describe('New title.'),
      description: z.string().optional().describe('New description.'),
      activeForm: z.string().optional().describe('New title in progressive form.'),
      status: z
        .enum(['pending', 'in_progress', 'completed', 'deleted'])
        .optional()
        .describe('in_progress takes the task for you; pending gives it back; deleted removes it.'),
      addBlocks: z.array(z.string()).optional().describe('Ids of tasks that wait for this one.'),
      addBlockedBy: z.array(z.string()).optional().describe('Ids of tasks that this one waits for.'),
      owner: z.string().min(1).optional().describe('New owner.'),
      metadata: z
        .record(z.string(), z.custom<JsonValue>())
        .optional()
        .describe('Keys to merge; null removes a key.'),
    }),
  KNOWN_INPUTS.TaskUpdate,
);

const outputSchema = lazySchema((): z.ZodType<TaskUpdateOutput> =>
  z.object({
    success: z.boolean(),
    taskId: z.string(),
    updatedFields: z.array(z.string()),
    error: z.string().optional(),
    statusChange: z.object({ from: z.string(), to: z.string() }).optional(),
  }),
);

interface TaskUpdateOutput {
  readonly success: boolean;
  readonly taskId: string;
  readonly updatedFields: readonly string[];
  readonly error?: string | undefined;
  readonly statusChange?: { readonly from: string; readonly to: string } | undefined;
}

/** The `TaskUpdate` tool: changes, takes, completes or removes a task. */
export function createTaskUpdateTool(port: TaskListPort) {
  return defineTool({
    name: 'TaskUpdate',
    description:
      'Changes a task of the task list. Set it to in_progress before you start, which fails if another agent has it, and to completed as soon as it is done.',
    searchHint: 'take, complete, change or delete a task',
    inputSchema,
    outputSchema,
    claims: () => [writeNamed('task-list')],
    isDestructive: ({ status }) => status === 'deleted',
    staysInSession: true,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ taskId, ...fields }, { cwd, signal, agent }): Promise<ToolResult<TaskUpdateOutput>> {
      const caller = agent?.id ?? port.mainName;
      const owner = fields.owner === undefined ? undefined : (port.ownerOf?.(fields.owner) ?? fields.owner);
      const wanted = { ...fields, owner };
      if (fields.status === 'completed') {
        const { tasks } = await port.list.read();
        const task = tasks.find(({ id, status }) => id === taskId && status !== 'completed');
        const refusal = task === undefined ? undefined : await port.mayComplete(task, { cwd, signal, agent });
        if (refusal !== undefined)
          return fail('task-refused', `Task ${taskId} was not completed: ${refusal}`);
      }
      const done = await port.list.change((tasks) => updateTask(tasks, taskId, wanted, caller, port.nameOf));
      if (!done.ok) return fail('task-not-updated', done.message);
      const { before, fields: updatedFields } = done.value;
      const to = fields.status;
      const statusChange = to === undefined || to === before.status ? undefined : { from: before.status, to };
      return { data: { success: true, taskId, updatedFields, statusChange } };
    },
    toModel: ({ taskId, updatedFields, statusChange }) =>
      statusChange === undefined
        ? `Task ${taskId}: ${updatedFields.length === 0 ? 'nothing changed' : `changed ${updatedFields.join(', ')}`}.`
        : `Task ${taskId}: ${statusChange.from} → ${statusChange.to}.`,
    isShownElsewhere: true,
    summarize: ({ taskId, status }) =>
      `${taskTitle(port.list, taskId)}${status === undefined ? '' : `: ${status}`}`,
  });
}
