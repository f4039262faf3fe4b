import {
  defineTool,
  fail,
  systemClock,
  type CheckContext,
  type Clock,
  type InferSchema,
  type Tool,
  type ToolResult,
} from '@sluice/core';
import { z } from 'zod';
import type { BashData } from '../bash/bash-data.ts';
import type { BashInput } from '../bash/bash-input.ts';
import { modelView } from '../bash/result/model-view.ts';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { MAX_LINE, MAX_LINES, MAX_PER_MINUTE } from './line-events.ts';
import { watchTask } from './watch-task.ts';

/** Milliseconds (tool-schemas.md). */
const DEFAULT_TIMEOUT_MS = 300_000;
const MAX_TIMEOUT_MS = 1_800_000;

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      command: z.string().min(1).describe('The bash command to watch. Each line that it prints is an event.'),
      description: z.string().min(1).describe('What is watched, in a few words. Stands before each event.'),
      timeout_ms: z
        .number()
        .positive()
        .max(MAX_TIMEOUT_MS)
        .optional()
        .describe(
          `Milliseconds after which the watch ends. Default ${DEFAULT_TIMEOUT_MS}, at most ${MAX_TIMEOUT_MS}.`,
        ),
      persistent: z
        .boolean()
        .optional()
        .describe(
          'Watch until TaskStop, or until the session ends: for as long as background commands may run.',
        ),
    }),
  KNOWN_INPUTS.Monitor,
);

export type MonitorInput = InferSchema<typeof inputSchema>;

export interface MonitorOutput {
  readonly taskId: string;
  /** Milliseconds; 0: none. */
  readonly timeoutMs: number;
  readonly persistent?: boolean | undefined;
  readonly outputPath: string;
}

const outputSchema = lazySchema((): z.ZodType<MonitorOutput> =>
  z.object({
    taskId: z.string(),
    timeoutMs: z.number(),
    persistent: z.boolean().optional(),
    outputPath: z.string(),
  }),
);

const DESCRIPTION = `Runs a command in the background, and tells you of each line that it prints while you do something else: a log to follow, a build to wait for, a loop that looks at something from time to time.

- Print only what is worth an event: \`tail -f log | grep --line-buffered ERROR\`, or \`until test -f done; do sleep 5; done; echo ready\`. Programs in a pipe must not hold their output back.
- Lines within a fifth of a second come together. A line is cut at ${MAX_LINE} characters; more than ${MAX_PER_MINUTE} a minute are only counted; after ${MAX_LINES} the watch ends. All output is in a file.
- You are told when the command ends. End it with TaskStop. For a command of which only the end matters, use Bash with run_in_background.`;

export interface MonitorOptions {
  /** A Bash tool whose commands in the background are of the kind \`monitor\`: it judges and starts the command. */
  readonly bash: Tool<BashInput, BashData>;
  readonly tasks: TaskRegistry;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** The `Monitor` tool: a command whose lines are events. What Bash may do, it may do, by the same rules. */
export function createMonitorTool({
  bash,
  tasks,
  clock = systemClock,
}: MonitorOptions): Tool<MonitorInput, MonitorOutput> {
  const { load, actions, claims, decidedOn, suggestRules, isDestructive, validateInput, checkPermissions } =
    bash;
  return defineTool({
    name: 'Monitor',
    description: DESCRIPTION,
    searchHint: 'watch follow wait for log file build event in the background',
    inputSchema,
    outputSchema,
    isDeferred: true,
    isReadOnly: false,
    ...(load && { load }),
    claims: (input, context) =>
      typeof claims === 'function' ? claims(bashInput(input), context) : (claims ?? 'everything'),
    ...(actions && { actions: (input: MonitorInput, context) => actions(bashInput(input), context) }),
    ...(decidedOn && { decidedOn: (input: MonitorInput, context) => decidedOn(bashInput(input), context) }),
    ...(suggestRules && {
      suggestRules: (input: MonitorInput, context) => suggestRules(bashInput(input), context),
    }),
    ...(validateInput && {
      validateInput: (input: MonitorInput, context) => validateInput(bashInput(input), context),
    }),
    ...(checkPermissions && {
      checkPermissions: (input: MonitorInput, context: CheckContext) =>
        checkPermissions(bashInput(input), context),
    }),
    isDestructive: (input, context) =>
      typeof isDestructive === 'function' ? isDestructive(bashInput(input), context) : isDestructive === true,
    async call(input, context): Promise<ToolResult<MonitorOutput>> {
      const started = (await bash.call(bashInput(input), context)) as ToolResult<BashData>;
      const end = started.data?.end;
      const task = end?.status === 'background' ? tasks.get(end.taskId) : undefined;
      if (started.failure !== undefined) return { failure: started.failure };
      if (task === undefined) {
        const shown = started.data === undefined ? '' : modelView(started.data);
        return fail(
          'not-started',
          typeof shown === 'string' && shown !== '' ? shown : 'The command was not started.',
        );
      }
      watchTask({ tasks, task, description: input.description, clock });
      const isPersistent = input.persistent === true;
      return {
        data: {
          taskId: task.id,
          timeoutMs: isPersistent ? 0 : (input.timeout_ms ?? DEFAULT_TIMEOUT_MS),
          persistent: isPersistent ? true : undefined,
          outputPath: task.outputPath,
        },
      };
    },
    toModel: ({ taskId, timeoutMs, outputPath }) =>
      `Watching as task ${taskId}${timeoutMs === 0 ? '' : `, for at most ${Math.round(timeoutMs / 1000)} s`}. You are told of lines as they come; all output goes to ${outputPath}. Go on with something else, or end your turn: do not wait for it.`,
    editable: 'command',
    summarize: ({ description }) => description,
  });
}

/** The command as Bash takes it. */
function bashInput({ command, description, timeout_ms: timeout, persistent }: MonitorInput): BashInput {
  return {
    ...{ command, description, run_in_background: true },
    ...(persistent === true ? { timeout: Infinity } : { timeout: timeout ?? DEFAULT_TIMEOUT_MS }),
  };
}
