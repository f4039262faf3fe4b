import { toJsonSchema, type JsonObject, type ToolSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import type { z } from 'zod';
import { builtInTools } from '../../src/built-in-tools.ts';
import type { LaterSchema } from '../../src/schema/later-schema.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';

/** What the input schema of each built-in tool converts to, whatever is known of that beforehand. */
export function convertedInputs(): Readonly<Record<string, JsonObject>> {
  const tools = builtInTools({ processes: createProcessSession(), tasks: createTaskRegistry(), env: {} });
  return Object.fromEntries(tools.map(({ name, inputSchema }) => [name, convert(inputSchema)]));
}

function convert(schema: ToolSchema): JsonObject {
  if (!isLater(schema)) throw new Error('The schema is made at once.');
  return toJsonSchema(schema.made());
}

function isLater(schema: ToolSchema): schema is LaterSchema<z.ZodType> {
  return 'made' in schema;
}
