import type { AnyTool } from '@sluice/core';
import { createCronCreateTool } from './cron-create-tool.ts';
import { createCronDeleteTool } from './cron-delete-tool.ts';
import { createCronListTool } from './cron-list-tool.ts';
import { createScheduleWakeupTool } from './schedule-wakeup-tool.ts';
import type { Schedules } from './schedules.ts';

/** The tools of schedules. */
export function createCronTools(schedules: Schedules): readonly AnyTool[] {
  return [
    createCronCreateTool(schedules),
    createCronDeleteTool(schedules),
    createCronListTool(schedules),
    createScheduleWakeupTool(schedules.loop),
  ];
}
