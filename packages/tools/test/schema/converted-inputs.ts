import { toJsonSchema, type JsonObject, type ToolSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import type { z } from 'zod';
import { builtInTools } from '../../src/built-in-tools.ts';
import { inputSchema as scheduleWakeup } from '../../src/schedule/schedule-wakeup-tool.ts';
import { inputSchema as cronCreate } from '../../src/schedule/cron-create-tool.ts';
import { inputSchema as cronDelete } from '../../src/schedule/cron-delete-tool.ts';
import { inputSchema as cronList } from '../../src/schedule/cron-list-tool.ts';
import { inputSchema as taskCreate } from '../../src/task-list/task-create-tool.ts';
import { inputSchema as taskUpdate } from '../../src/task-list/task-update-tool.ts';
import { inputSchema as taskGet } from '../../src/task-list/task-get-tool.ts';
import { inputSchema as taskList } from '../../src/task-list/task-list-tool.ts';
import type { LazySchema } from '../../src/schema/lazy-schema.ts';
import type { WebPorts } from '../../src/web/web-ports.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';

/** Ports of a session with everything. */
export const WEB: WebPorts = {
  ask: undefined,
  verdictOn: () => 'open',
  allowPrivate: [],
  search: {
    name: 'none',
    search: () => Promise.resolve({ ok: false, code: 'no-search', message: 'There is no search.' }),
  },
  env: {},
};

/** Of tools that only a session adds. */
export const OF_SESSIONS: Readonly<Record<string, LazySchema<z.ZodType>>> = {
  ScheduleWakeup: scheduleWakeup,
  CronCreate: cronCreate,
  CronDelete: cronDelete,
  CronList: cronList,
  TaskCreate: taskCreate,
  TaskUpdate: taskUpdate,
  TaskGet: taskGet,
  TaskList: taskList,
};

/** The input schemas of the built-in tools, by name, but those that are JSON Schema anyway. */
export function madeSchemas(): ReadonlyMap<string, z.ZodType> {
  const tools = builtInTools({
    processes: createProcessSession(),
    tasks: createTaskRegistry(),
    env: {},
    web: WEB,
    search: { pool: () => ({ tools: [], find: () => undefined }) },
  });
  return new Map([
    ...tools.flatMap(({ name, inputSchema }) =>
      isLazy(inputSchema) ? [[name, inputSchema.made()] as const] : [],
    ),
    ...Object.entries(OF_SESSIONS).map(([name, schema]) => [name, schema.made()] as const),
  ]);
}

/** What each of them converts to, whatever is known of that beforehand. */
export function convertedInputs(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries([...madeSchemas()].map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function isLazy(schema: ToolSchema): schema is LazySchema<z.ZodType> {
  return 'made' in schema;
}
