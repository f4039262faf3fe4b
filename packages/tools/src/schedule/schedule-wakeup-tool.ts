import { defineTool, fail, writeNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { MAX_PROMPT } from './schedule-limits.ts';
import { SCHEDULE_CLAIM } from './schedule-claim.ts';
import type { SelfPacedLoop } from './self-paced-loop.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () =>
    z.strictObject({
      delaySeconds: z
        .number()
        .optional()
        .describe(
          'In how many seconds the prompt of the loop comes again, from 60 to 3600. Needed unless stop is true.',
        ),
      reason: z.string().optional().describe('Why then, in one sentence for the user.'),
      prompt: z
        .string()
        .max(MAX_PROMPT)
        .optional()
        .describe(
          'Default: the prompt of the loop as it is. Otherwise what comes instead of it from now on.',
        ),
      stop: z.boolean().optional().describe('True: the loop ends now.'),
      noop: z.boolean().optional().describe('True: nothing has changed since the last time.'),
    }),
  KNOWN_INPUTS.ScheduleWakeup,
);

const outputSchema = lazySchema((): z.ZodType<ScheduleWakeupOutput> =>
  z.object({
    scheduledFor: z.number(),
    clampedDelaySeconds: z.number(),
    wasClamped: z.boolean(),
    stopped: z.boolean().optional(),
    cancelledWakeups: z.number().optional(),
  }),
);

interface ScheduleWakeupOutput {
  /** Milliseconds since the Unix epoch; 0: the loop has ended. */
  readonly scheduledFor: number;
  readonly clampedDelaySeconds: number;
  readonly wasClamped: boolean;
  readonly stopped?: boolean | undefined;
  readonly cancelledWakeups?: number | undefined;
}

/** The `ScheduleWakeup` tool: the model says when the prompt of a loop that the user started comes again. */
export function createScheduleWakeupTool(loop: SelfPacedLoop) {
  return defineTool({
    name: 'ScheduleWakeup',
    description:
      'Sets when the prompt of the loop that the user started with /loop comes again, or ends the loop. Only while there is such a loop.',
    searchHint: 'loop, wake up later, check again, self-paced, end the loop',
    isDeferred: true,
    inputSchema,
    outputSchema,
    claims: () => [writeNamed(SCHEDULE_CLAIM)],
    isDestructive: false,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ delaySeconds, prompt, stop = false }): Promise<ToolResult<ScheduleWakeupOutput>> {
      if (loop.prompt === undefined)
        return fail(
          'no-loop',
          'There is no loop. The user starts one with /loop PROMPT; CronCreate schedules a prompt without one.',
        );
      if (stop) {
        const cancelledWakeups = loop.stop();
        return {
          data: {
            scheduledFor: 0,
            clampedDelaySeconds: 0,
            wasClamped: false,
            stopped: true,
            cancelledWakeups,
          },
        };
      }
      if (delaySeconds === undefined)
        return fail(
          'no-delay',
          'delaySeconds is missing: give the seconds to wait, from 60 to 3600, or stop: true.',
        );
      if (prompt?.trim() === '')
        return fail('no-prompt', 'The prompt is empty. Leave it out to keep the one of the loop.');
      const wait = loop.wakeIn(delaySeconds, prompt);
      return {
        data: {
          scheduledFor: wait.scheduledFor,
          clampedDelaySeconds: wait.delaySeconds,
          wasClamped: wait.wasClamped,
        },
      };
    },
    toModel: ({ scheduledFor, clampedDelaySeconds, wasClamped, stopped }) =>
      stopped === true
        ? 'The loop has ended.'
        : `The loop comes again in ${clampedDelaySeconds} s, at ${new Date(scheduledFor).toLocaleString('sv-SE')}.${wasClamped ? ' It can be from 60 to 3600 whole seconds.' : ''} End your turn now.`,
    summarize: ({ delaySeconds, reason, stop }) =>
      stop === true
        ? 'End the loop'
        : `Look again in ${delaySeconds ?? '?'} s${reason === undefined ? '' : `: ${reason}`}`,
  });
}
