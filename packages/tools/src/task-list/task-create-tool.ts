import { defineTool, fail, writeNamed, type JsonValue, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { ListedTask } from './listed-task.ts';
import type { TaskListPort } from './task-list-port.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () =>
    z.strictObject({
      subject: z.string().min(1).describe('Title, as an instruction: "Run the tests".'),
      description: z.string().describe('What to do.'),
      activeForm: z.string().optional().describe('The title in progressive form: "Running the tests".'),
      metadata: z
        .record(z.string(), z.custom<JsonValue>())
        .optional()
        .describe('Anything else to keep with the task.'),
    }),
  KNOWN_INPUTS.TaskCreate,
);

const outputSchema = lazySchema((): z.ZodType<TaskCreateOutput> =>
  z.object({
    task: z.object({ id: z.string(), subject: z.string(), description: z.string().optional() }),
  }),
);

interface TaskCreateOutput {
  readonly task: { readonly id: string; readonly subject: string; readonly description?: string | undefined };
}

/** The `TaskCreate` tool: adds a task to the list. */
export function createTaskCreateTool(port: TaskListPort) {
  return defineTool({
    name: 'TaskCreate',
    description:
      'Adds a task to the task list, which other agents can see. TaskUpdate sets what it waits for, takes it and completes it.',
    searchHint: 'create a task, plan, steps, work for several agents',
    inputSchema,
    outputSchema,
    claims: () => [writeNamed('task-list')],
    isDestructive: false,
    staysInSession: true,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call(input, { cwd, signal, agent }): Promise<ToolResult<TaskCreateOutput>> {
      const taken = await port.list.takeId();
      if (!taken.ok) return fail('task-list-locked', taken.message);
      const { subject, description, activeForm, metadata } = input;
      const task: ListedTask = {
        ...{ id: taken.value, subject, description, activeForm },
        ...{ status: 'pending', blockedBy: [], metadata },
      };
      const refusal = await port.mayCreate(task, { cwd, signal, agent });
      if (refusal !== undefined) return fail('task-refused', `The task was not created: ${refusal}`);
      const written = await port.list.change(() => ({
        ok: true,
        value: { write: [task], remove: [], value: undefined },
      }));
      if (!written.ok) return fail('task-list-locked', written.message);
      return { data: { task: { id: task.id, subject, description } } };
    },
    toModel: ({ task }) => `Task ${task.id} created: ${task.subject}`,
    isShownElsewhere: true,
    summarize: ({ subject }) => subject,
  });
}
