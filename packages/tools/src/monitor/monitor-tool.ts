import {
  defineTool,
  fail,
  systemClock,
  type CallActions,
  type CallContext,
  type Clock,
  type InferSchema,
  type InputCheck,
  type Tool,
  type ToolResult,
} from '@sluice/core';
import { z } from 'zod';
import type { BashData } from '../bash/bash-data.ts';
import type { BashInput } from '../bash/bash-input.ts';
import { modelView } from '../bash/result/model-view.ts';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { BackgroundTask } from '../tasks/background-task.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { ruleHostOf } from '../web/page-url.ts';
import type { WebPorts } from '../web/web-ports.ts';
import { socketUrl } from './socket-url.ts';
import { watchTask } from './watch-task.ts';
import { DEFAULT_TIMEOUT_MS, MAX_LINE, MAX_LINES, MAX_PER_MINUTE, MAX_TIMEOUT_MS } from './monitor-limits.ts';

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      command: z
        .string()
        .min(1)
        .optional()
        .describe('The bash command to watch. Each line that it prints is an event.'),
      ws: z
        .strictObject({
          url: z.string().min(1).describe('ws:// or wss://'),
          protocols: z.array(z.string().min(1)).optional().describe('Subprotocols to offer.'),
        })
        .optional()
        .describe('A WebSocket to watch in place of a command. Each line of a message is an event.'),
      description: z.string().min(1).describe('What is watched, in a few words. Comes before each event.'),
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

const DESCRIPTION = `Runs a command in the background, or connects to a WebSocket (ws), and tells you of each line that comes while you do something else: a log to follow, a build to wait for, a loop that looks at something from time to time.

- Print only what is worth an event: \`tail -f log | grep --line-buffered ERROR\`, or \`until test -f done; do sleep 5; done; echo ready\`. Programs in a pipe must not hold their output back.
- Lines within a fifth of a second come together. A line is cut at ${MAX_LINE} characters; more than ${MAX_PER_MINUTE} a minute are only counted; after ${MAX_LINES} the watch ends. All output is in a file.
- You are told when the command ends or the connection is closed. End it with TaskStop. For a command of which only the end matters, use Bash with run_in_background.`;

export interface MonitorOptions {
  /** A Bash tool whose commands in the background are of the kind `monitor`: it judges and starts the command. */
  readonly bash: Tool<BashInput, BashData>;
  readonly tasks: TaskRegistry;
  /** Hosts that need not be public, and proxies. Default: none, and those of the process. */
  readonly web?: Pick<WebPorts, 'allowPrivate' | 'env'> | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/**
 * The `Monitor` tool: a command, or a WebSocket, whose lines are events. What Bash may do, its commands may do, by the same
 * rules; its sockets are judged by their host, as WebFetch is.
 */
export function createMonitorTool(options: MonitorOptions): Tool<MonitorInput, MonitorOutput> {
  const { bash, tasks, web, clock = systemClock } = options;
  const {
    load,
    actions,
    claims,
    decidedOn,
    decidedPlaces,
    suggestRules,
    isDestructive,
    isHighRisk,
    validateInput,
    checkPermissions,
  } = bash;
  const allowPrivate = web?.allowPrivate ?? [];
  return defineTool({
    name: 'Monitor',
    description: DESCRIPTION,
    searchHint: 'watch follow wait for log file build event websocket',
    inputSchema,
    outputSchema,
    isDeferred: true,
    isReadOnly: false,
    load,
    claims(input, context) {
      if (input.ws !== undefined) return 'independent';
      return typeof claims === 'function' ? claims(bashInput(input), context) : (claims ?? 'everything');
    },
    actions(input, context): CallActions {
      if (input.ws === undefined) return actions?.(bashInput(input), context) ?? { actions: [] };
      const host = hostToWatch(input.ws.url, allowPrivate);
      return { actions: host === undefined ? [] : [{ type: 'fetch', host }] };
    },
    decidedOn: (input, context) =>
      input.ws === undefined ? (decidedOn?.(bashInput(input), context) ?? []) : [],
    decidedPlaces: (input, context) =>
      input.ws === undefined ? (decidedPlaces?.(bashInput(input), context) ?? []) : [],
    suggestRules(input, context) {
      if (input.ws === undefined) return suggestRules?.(bashInput(input), context) ?? [];
      const host = hostToWatch(input.ws.url, allowPrivate);
      return host === undefined ? [] : [`WebFetch(domain:${host})`];
    },
    validateInput(input, context): InputCheck | Promise<InputCheck> {
      const { command, ws } = input;
      if ((command === undefined) === (ws === undefined))
        return { ok: false, code: 'one-source', message: 'Pass either command or ws: what to watch.' };
      if (ws === undefined) return validateInput?.(bashInput(input), context) ?? { ok: true };
      const parsed = socketUrl(ws.url, allowPrivate);
      return parsed.ok ? { ok: true } : { ok: false, code: 'bad-url', message: parsed.message };
    },
    checkPermissions: (input, context) =>
      input.ws === undefined
        ? (checkPermissions?.(bashInput(input), context) ?? { behavior: 'passthrough' })
        : { behavior: 'passthrough' },
    isDestructive(input, context) {
      if (input.ws !== undefined) return false;
      return typeof isDestructive === 'function'
        ? isDestructive(bashInput(input), context)
        : isDestructive === true;
    },
    isHighRisk: (input, context) =>
      input.ws === undefined && isHighRisk?.(bashInput(input), context) !== false,
    async call(input, context): Promise<ToolResult<MonitorOutput>> {
      const started = await (input.ws === undefined
        ? startCommand(input, context, options)
        : startSocket(input.ws, input, context, options));
      if (!started.ok) return started.result;
      const { task } = started;
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
      `Watching as task ${taskId}${timeoutMs === 0 ? '' : `, for at most ${Math.round(timeoutMs / 1000)} s`}. You are notified of lines as they come; all output goes to ${outputPath}. Continue with something else, or end your turn: do not wait for it.`,
    editable: 'command',
    // What runs, and not what the model says that it does.
    summarize: ({ command, ws, description }) => command?.trim().split('\n', 1)[0] ?? ws?.url ?? description,
  });
}

type Started =
  | { readonly ok: true; readonly task: BackgroundTask }
  | { readonly ok: false; readonly result: ToolResult<never> };

async function startCommand(
  input: MonitorInput,
  context: CallContext,
  { bash, tasks }: MonitorOptions,
): Promise<Started> {
  const started = (await bash.call(bashInput(input), context)) as ToolResult<BashData>;
  const end = started.data?.end;
  const task = end?.status === 'background' ? tasks.get(end.taskId) : undefined;
  if (started.failure !== undefined) return { ok: false, result: { failure: started.failure } };
  if (task !== undefined) return { ok: true, task };
  const shown = started.data === undefined ? '' : modelView(started.data);
  const text = typeof shown === 'string' && shown !== '' ? shown : 'The command was not started.';
  return { ok: false, result: fail('not-started', text) };
}

async function startSocket(
  { url, protocols = [] }: NonNullable<MonitorInput['ws']>,
  { timeout_ms: timeout = DEFAULT_TIMEOUT_MS, persistent }: MonitorInput,
  context: CallContext,
  { tasks, web }: MonitorOptions,
): Promise<Started> {
  const release = tasks.reserve();
  if (release === undefined)
    return {
      ok: false,
      result: fail('too-many-tasks', 'As many tasks as may run are running. End one with TaskStop.'),
    };
  try {
    const { watchSocket } = await import('./watch-socket.ts');
    const { path: outputPath } = context.captureFile();
    const opened = await context.idle(
      watchSocket({
        ...{ url, protocols, outputPath, signal: context.signal },
        timeoutMs: persistent === true ? undefined : timeout,
        allowPrivate: web?.allowPrivate ?? [],
        env: web?.env ?? process.env,
      }),
    );
    if (!opened.ok) return { ok: false, result: fail(opened.code, opened.message) };
    const { ended, end } = opened;
    release();
    const { callId, agent } = context;
    const work = {
      type: 'monitor',
      command: url,
      outputPath,
      callId,
      agentId: agent?.id,
      ended,
      end,
    } as const;
    return { ok: true, task: tasks.adopt(work) };
  } finally {
    release();
  }
}

function hostToWatch(url: string, allowPrivate: readonly string[]): string | undefined {
  const parsed = socketUrl(url, allowPrivate);
  return parsed.ok ? ruleHostOf(parsed.pageUrl) : undefined;
}

/**
 * The command as Bash takes it.
 *
 * @throws TypeError if there is none: predicates are called before the input is known to name one, and then the safe answer applies
 */
function bashInput({ command, description, timeout_ms: timeout, persistent }: MonitorInput): BashInput {
  if (command === undefined) throw new TypeError('The input names no command.');
  const limit = persistent === true ? Infinity : (timeout ?? DEFAULT_TIMEOUT_MS);
  return { command, description, run_in_background: true, timeout: limit };
}
