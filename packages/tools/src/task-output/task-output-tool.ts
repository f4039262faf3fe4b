import { defineTool, fail, readNamed, type ToolResult, type InferSchema } from '@sluice/core';
import { readTail } from '@sluice/process';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { isBinary } from '../program-output/is-binary.ts';
import { visibleText } from '../program-output/visible-text.ts';
import { isRunning, type BackgroundTask } from '../tasks/background-task.ts';
import { isBackgroundDisabled } from '../tasks/is-background-disabled.ts';
import { findTask } from '../tasks/find-task.ts';
import { taskMissing } from '../tasks/task-missing.ts';
import { taskNote } from '../tasks/task-note.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';

const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 600_000;
const SHOWN_BYTES = 30_000;

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      task_id: z
        .string()
        .optional()
        .describe('Id of the task, from the result that started it, or the name of an agent.'),
      block: z.boolean().optional().describe('Wait until the task has ended. Default true.'),
      timeout: z
        .number()
        .nonnegative()
        .optional()
        .describe(`Milliseconds. Default ${DEFAULT_WAIT_MS}, at most ${MAX_WAIT_MS}.`),
      bash_id: z.string().optional(),
      agentId: z.string().optional(),
      filter: z.string().optional(),
    }),
  KNOWN_INPUTS.TaskOutput,
);

const outputSchema = lazySchema(() =>
  z.object({
    task: z.looseObject({ id: z.string(), status: z.looseObject({ status: z.string() }) }),
    output: z.string(),
    note: z.string(),
  }),
);

export interface TaskOutputOutput {
  readonly task: BackgroundTask;
  /** The end of its output. */
  readonly output: string;
  readonly note: string;
}

/** The `TaskOutput` tool, which old transcripts use to get the output of a task. */
export function createTaskOutputTool(
  tasks: TaskRegistry,
  env: Readonly<Record<string, string | undefined>> = process.env,
) {
  return defineTool({
    name: 'TaskOutput',
    aliases: ['BashOutput', 'AgentOutputTool'],
    description: 'Deprecated: use Read on the output file; you are notified when a task ends.',
    searchHint: 'output of a background command',
    inputSchema,
    outputSchema,
    isDeferred: true,
    isEnabled: () => !isBackgroundDisabled(env),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [readNamed('tasks')],
    maxResultSizeChars: Infinity,
    async call(input, { signal }): Promise<ToolResult<TaskOutputOutput>> {
      const wanted = input.task_id ?? input.bash_id ?? input.agentId;
      if (wanted === undefined) return fail('task-id-missing', 'No task_id given. Pass the id of the task.');
      const found = findTask(wanted, tasks);
      const task = found && (await look(tasks, found.id, input, signal));
      if (task === undefined) return taskMissing(wanted, tasks);
      tasks.markReported(task.id);
      const output = tailOf(task.outputPath);
      return { data: { task, output, note: taskNote(task) } };
    },
    toModel: ({ note, output }) => (output === '' ? note : `${note}\n${output}`),
    summarize: ({ task_id, bash_id, agentId }) => task_id ?? bash_id ?? agentId ?? 'a task',
  });
}

async function look(
  tasks: TaskRegistry,
  id: string,
  { block = true, timeout = DEFAULT_WAIT_MS }: InferSchema<typeof inputSchema>,
  signal: AbortSignal,
): Promise<BackgroundTask | undefined> {
  const task = tasks.get(id);
  if (!block || task === undefined || !isRunning(task)) return task;
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), Math.min(timeout, MAX_WAIT_MS)).unref();
  const onAbort = (): void => timeUp.abort();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await tasks.wait(id, timeUp.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function tailOf(path: string): string {
  try {
    const tail = readTail(path, SHOWN_BYTES);
    return isBinary(tail) ? '(binary output, not shown)' : visibleText(tail).trimEnd();
  } catch {
    return '';
  }
}
