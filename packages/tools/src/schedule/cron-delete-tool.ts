import { defineTool, fail, writeNamed, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { SCHEDULE_CLAIM } from './schedule-claim.ts';
import type { Schedules } from './schedules.ts';

/** Exported so that what it converts to can be made ahead: `KNOWN_INPUTS`. */
export const inputSchema = lazySchema(
  () => z.strictObject({ id: z.string().describe('The id that CronCreate returned.') }),
  KNOWN_INPUTS.CronDelete,
);

const outputSchema = lazySchema((): z.ZodType<CronDeleteOutput> => z.object({ id: z.string() }));

interface CronDeleteOutput {
  readonly id: string;
}

/** The `CronDelete` tool: ends a schedule. */
export function createCronDeleteTool(schedules: Schedules) {
  return defineTool({
    name: 'CronDelete',
    description: 'Deletes a schedule.',
    searchHint: 'cancel a schedule, stop a cron job, reminder',
    isDeferred: true,
    inputSchema,
    outputSchema,
    claims: () => [writeNamed(SCHEDULE_CLAIM)],
    isDestructive: false,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ id }): Promise<ToolResult<CronDeleteOutput>> {
      if (await schedules.remove(id)) return { data: { id } };
      const ids = schedules.known.map((job) => job.id);
      const hint = ids.length === 0 ? 'There are none.' : `There are: ${ids.join(', ')}.`;
      return fail('no-such-schedule', `There is no schedule ${JSON.stringify(id.slice(0, 100))}. ${hint}`);
    },
    toModel: ({ id }) => `Schedule ${id} deleted.`,
    summarize: ({ id }) => id,
  });
}
