import { defineTool, fail } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      name: z.string().min(1).describe('The full name of the tool.'),
      input: z.looseObject({}).optional().describe('Its input, as its schema says.'),
    }),
  KNOWN_INPUTS.UseTool,
);

/** The `UseTool` tool: for model APIs whose tool list can't grow, it calls tools that `ToolSearch` has shown. */
export function createUseTool() {
  return defineTool({
    name: 'UseTool',
    description: 'Calls a tool that ToolSearch has shown you and that is not listed.',
    inputSchema,
    target: ({ name, input = {} }) => ({ name, input }),
    // The engine calls the target instead.
    call: async () => fail('no-target', 'UseTool does nothing by itself.'),
    summarize: ({ name }) => name,
  });
}
