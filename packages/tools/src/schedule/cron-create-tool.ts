import { defineTool, fail, writeNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { SCHEDULE_CLAIM } from './schedule-claim.ts';
import type { ListedJob, Schedules } from './schedules.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () =>
    z.strictObject({
      cron: z
        .string()
        .describe(
          'Five fields in local time: minute, hour, day of the month, month, day of the week. "*/10 * * * *" is every ten minutes, "30 9 * * 1-5" 9:30 on weekdays.',
        ),
      prompt: z.string().describe('What to do then. It must make sense without the conversation.'),
      recurring: z.boolean().optional().describe('Default true. False: once, at the next time that matches.'),
      durable: z
        .boolean()
        .optional()
        .describe(
          'Default false. True: it is kept in the project for later sessions. Only if the user wants that.',
        ),
    }),
  KNOWN_INPUTS.CronCreate,
);

const outputSchema = lazySchema((): z.ZodType<CronCreateOutput> =>
  z.object({
    id: z.string(),
    humanSchedule: z.string(),
    recurring: z.boolean(),
    durable: z.boolean().optional(),
    nextFireAt: z.number().optional(),
    otherOneShots: z
      .array(z.object({ id: z.string(), humanSchedule: z.string(), prompt: z.string() }))
      .optional(),
  }),
);

interface OneShot {
  readonly id: string;
  readonly humanSchedule: string;
  readonly prompt: string;
}

interface CronCreateOutput {
  readonly id: string;
  readonly humanSchedule: string;
  readonly recurring: boolean;
  readonly durable?: boolean | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly nextFireAt?: number | undefined;
  readonly otherOneShots?: readonly OneShot[] | undefined;
}

/** The `CronCreate` tool: sends a prompt at certain times. */
export function createCronCreateTool(schedules: Schedules) {
  return defineTool({
    name: 'CronCreate',
    description:
      'Schedules a prompt: it is sent to you at the times of a cron expression while the session is open and idle. Recurring ones end after seven days. Prefer minutes other than 0 and 30 if the user names no exact time.',
    searchHint: 'schedule, remind, every hour, daily, later, cron job, timer',
    isDeferred: true,
    inputSchema,
    outputSchema,
    claims: () => [writeNamed(SCHEDULE_CLAIM)],
    isDestructive: false,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ cron, prompt, recurring = true, durable = false }): Promise<ToolResult<CronCreateOutput>> {
      const created = await schedules.create({ cron, prompt, recurring, durable });
      if (!created.ok) return fail('not-scheduled', created.message);
      const { job } = created;
      const others = recurring ? [] : (await schedules.list()).filter(isOther(job));
      return {
        data: {
          id: job.id,
          humanSchedule: job.words,
          recurring,
          durable,
          nextFireAt: job.nextAt,
          otherOneShots:
            others.length === 0
              ? undefined
              : others.map(({ id, words, prompt: text }) => ({ id, humanSchedule: words, prompt: text })),
        },
      };
    },
    toModel: ({ id, humanSchedule, durable, nextFireAt, otherOneShots = [] }) =>
      [
        `Scheduled as ${id}: ${humanSchedule}. Next: ${timeText(nextFireAt)}.`,
        durable === true
          ? 'It is kept for later sessions in this project.'
          : 'It runs only while this session is open or when it is resumed.',
        ...(otherOneShots.length === 0
          ? []
          : [
              'Also scheduled to run once:',
              ...otherOneShots.map((other) => `- ${other.id}, ${other.humanSchedule}: ${other.prompt}`),
            ]),
      ].join('\n'),
    summarize: ({ cron, prompt }) => `(${cron}) ${prompt}`,
  });
}

function isOther({ id }: ListedJob): (job: ListedJob) => boolean {
  return (job) => !job.recurring && job.id !== id;
}

function timeText(time: number | undefined): string {
  return time === undefined ? 'never' : new Date(time).toLocaleString('sv-SE');
}
