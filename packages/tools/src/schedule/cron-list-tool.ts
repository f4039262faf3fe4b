import { defineTool, readNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { SCHEDULE_CLAIM } from './schedule-claim.ts';
import type { Schedules } from './schedules.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(() => z.strictObject({}), KNOWN_INPUTS.CronList);

const outputSchema = lazySchema((): z.ZodType<CronListOutput> =>
  z.object({
    jobs: z.array(
      z.object({
        id: z.string(),
        cron: z.string(),
        humanSchedule: z.string(),
        prompt: z.string(),
        recurring: z.boolean().optional(),
        durable: z.boolean().optional(),
        nextFireAt: z.number().optional(),
      }),
    ),
  }),
);

interface CronListOutput {
  readonly jobs: readonly {
    readonly id: string;
    readonly cron: string;
    readonly humanSchedule: string;
    readonly prompt: string;
    readonly recurring?: boolean | undefined;
    readonly durable?: boolean | undefined;
    /** Milliseconds since the Unix epoch. */
    readonly nextFireAt?: number | undefined;
  }[];
}

/** The `CronList` tool: lists the schedules. */
export function createCronListTool(schedules: Schedules) {
  return defineTool({
    name: 'CronList',
    description: 'Lists the schedules of this session and of the project.',
    searchHint: 'list schedules, cron jobs, reminders',
    isDeferred: true,
    isReadOnly: true,
    inputSchema,
    outputSchema,
    claims: () => [readNamed(SCHEDULE_CLAIM)],
    checkPermissions: () => ({ behavior: 'allow' }),
    async call(): Promise<ToolResult<CronListOutput>> {
      const jobs = await schedules.list();
      return {
        data: {
          jobs: jobs.map(({ id, cron, words, prompt, recurring, durable, nextAt }) => ({
            ...{ id, cron, humanSchedule: words, prompt, recurring, durable, nextFireAt: nextAt },
          })),
        },
      };
    },
    toModel: ({ jobs }) =>
      jobs.length === 0
        ? 'There are no schedules.'
        : jobs
            .map(({ id, humanSchedule, recurring, durable, prompt }) => {
              const kind = [
                recurring === true ? 'recurring' : 'once',
                ...(durable === true ? ['durable'] : []),
              ];
              return `- ${id}, ${humanSchedule} (${kind.join(', ')}): ${prompt}`;
            })
            .join('\n'),
  });
}
