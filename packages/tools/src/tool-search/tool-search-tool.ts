import { defineTool } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { createSearcher } from './create-searcher.ts';
import { foundContent, type ToolSearchOutput } from './found-content.ts';
import type { ToolSearchOptions } from './tool-search-options.ts';

const DEFAULT_RESULTS = 5;
const MAX_RESULTS = 50;

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      query: z
        .string()
        .min(1)
        .describe(
          'Words for what the tool does (+word: must be in its name or server), or "select:NAME,NAME".',
        ),
      max_results: z
        .number()
        .int()
        .min(1)
        .max(MAX_RESULTS)
        .optional()
        .describe(`Default ${DEFAULT_RESULTS}.`),
    }),
  KNOWN_INPUTS.ToolSearch,
);

const outputSchema = lazySchema(() =>
  z.object({
    matches: z.array(z.string()),
    query: z.string(),
    total_deferred_tools: z.number(),
    pending_mcp_servers: z.array(z.string()).optional(),
  }),
);

/** The `ToolSearch` tool: finds deferred tools and shows the model their definitions, so that it can call them. */
export function createToolSearchTool(options: ToolSearchOptions) {
  const search = createSearcher(options);
  return defineTool({
    name: 'ToolSearch',
    description:
      'Loads tools that are available but not listed, so that you can call them. Search before you say that something is impossible.',
    inputSchema,
    outputSchema,
    checkPermissions: () => ({ behavior: 'allow' }),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    maxResultSizeChars: Infinity,
    async call({ query, max_results: limit = DEFAULT_RESULTS }, context) {
      return { data: await search(query, limit, context) };
    },
    toModel: foundContent,
    toClient: ({ found, query, total, connecting }: ToolSearchOutput) => ({
      matches: found.map(({ tool_name: name }) => name),
      query,
      total_deferred_tools: total,
      pending_mcp_servers: connecting.length === 0 ? undefined : connecting,
    }),
    summarize: ({ query }) => query,
  });
}
