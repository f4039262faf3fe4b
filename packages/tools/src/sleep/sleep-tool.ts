import { defineTool, durationText, getOwn, isJsonObject, type Clock, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { isRunning } from '../tasks/background-task.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      seconds: z.number().min(0.1).max(3600).describe('Maximum time to wait, 0.1 to 3,600.'),
      reason: z.string().optional().describe('What you are waiting for; shown to the user.'),
    }),
  KNOWN_INPUTS.Sleep,
);

const outputSchema = lazySchema((): z.ZodType<SleepOutput> =>
  z.object({ sleptMs: z.number(), wokenBy: z.enum(['elapsed', 'message', 'task', 'interrupt']) }),
);

/** Why the wait ended. */
type WokenBy = 'elapsed' | 'message' | 'task' | 'interrupt';

interface SleepOutput {
  readonly sleptMs: number;
  readonly wokenBy: WokenBy;
}

interface SleepToolOptions {
  readonly clock: Clock;
  /** Ends of these tasks end the wait. */
  readonly tasks?: TaskRegistry;
  /** Subscribes to messages from the user; the returned function unsubscribes. */
  readonly onMessage?: (listener: () => void) => () => void;
}

/** The `Sleep` tool: waits without blocking anything, until the time is over, the user sends a message or a background task ends. */
export function createSleepTool({ clock, tasks, onMessage }: SleepToolOptions) {
  return defineTool({
    name: 'Sleep',
    description:
      'Waits for the given time, or until the user sends a message or a background task ends. Use it instead of the sleep command, and only if there is something to wait for.',
    searchHint: 'wait, pause, delay, timer',
    isDeferred: true,
    inputSchema,
    outputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    interruptBehavior: 'cancel',
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ seconds }, { signal, idle, agent }): Promise<ToolResult<SleepOutput>> {
      const startedAt = clock.now();
      const { promise, resolve } = Promise.withResolvers<WokenBy>();
      const stops = [
        clock.setTimer(seconds * 1000, () => resolve('elapsed')),
        onMessage?.(() => resolve('message')),
        tasks?.watch((task) => {
          if (!isRunning(task) && task.agentId === agent?.id) resolve('task');
        }),
      ];
      // A task that ended before this call counts too, as long as the model has not been notified.
      if (tasks !== undefined && tasks.untold(agent?.id).length > 0) resolve('task');
      const onAbort = (): void => resolve(isMessage(signal.reason) ? 'message' : 'interrupt');
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const wokenBy = await idle(promise);
        return { data: { sleptMs: clock.now() - startedAt, wokenBy } };
      } finally {
        signal.removeEventListener('abort', onAbort);
        for (const stop of stops) stop?.();
      }
    },
    toModel: ({ sleptMs, wokenBy }) => `Slept ${durationText(sleptMs)}; ${REASONS[wokenBy]}.`,
    summarize: ({ seconds, reason }) =>
      `Wait ${durationText(seconds * 1000)}${reason === undefined ? '' : `: ${reason}`}`,
  });
}

const REASONS: Readonly<Record<WokenBy, string>> = {
  elapsed: 'the time is over',
  message: 'woken because the user sent a message',
  task: 'woken because a background task has ended',
  interrupt: 'ended early by an interrupt',
};

/** Whether the engine stops a call because of a message from the user, or for any other reason. */
function isMessage(reason: unknown): boolean {
  return isJsonObject(reason) && getOwn(reason, 'kind') === 'user-message';
}
