import { toJsonSchema, type JsonObject, type ToolSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import type { z } from 'zod';
import { builtInTools } from '../../src/built-in-tools.ts';
import type { LazySchema } from '../../src/schema/lazy-schema.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';

/** The input schemas of the built-in tools, by name, but those that are JSON Schema anyway. */
export function madeSchemas(): ReadonlyMap<string, z.ZodType> {
  const tools = builtInTools({
    processes: createProcessSession(),
    tasks: createTaskRegistry(),
    env: {},
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
