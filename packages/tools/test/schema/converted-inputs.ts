import { toJsonSchema, type JsonObject, type ToolSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import type { z } from 'zod';
import { builtInTools } from '../../src/built-in-tools.ts';
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

/** The input schemas of the built-in tools, by name, but those that are JSON Schema anyway. */
export function madeSchemas(): ReadonlyMap<string, z.ZodType> {
  const tools = builtInTools({
    processes: createProcessSession(),
    tasks: createTaskRegistry(),
    env: {},
    web: WEB,
    search: { pool: () => ({ tools: [], find: () => undefined }) },
  });
  return new Map(
    tools.flatMap(({ name, inputSchema }) =>
      isLazy(inputSchema) ? [[name, inputSchema.made()] as const] : [],
    ),
  );
}

/** What each of them converts to, whatever is known of that beforehand. */
export function convertedInputs(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries([...madeSchemas()].map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function isLazy(schema: ToolSchema): schema is LazySchema<z.ZodType> {
  return 'made' in schema;
}
