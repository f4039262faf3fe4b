import type { Tool } from '@modelcontextprotocol/server';
import type { AnyTool, InputValidator } from '@sluice/core';
import { promisedOutput } from './promised-output.ts';
import { rootedSchema } from './rooted-schema.ts';
import { toolAnnotations } from './tool-annotations.ts';
import type { ToolHost } from './tool-host.ts';

/** The tools that clients see, in the pool's order. A tool that can't be described costs itself alone. */
export async function toolList(
  { pool, offers }: Pick<ToolHost, 'pool' | 'offers'>,
  validator: InputValidator,
): Promise<Tool[]> {
  const offered = pool.tools.filter((tool) => pool.find(tool.name) === tool && offers(tool));
  const described = await Promise.all(offered.map((tool) => describe(tool, pool, validator)));
  return described.filter((tool) => tool !== undefined);
}

async function describe(
  tool: AnyTool,
  pool: ToolHost['pool'],
  validator: InputValidator,
): Promise<Tool | undefined> {
  const inputSchema = rootedSchema(tool.inputSchema);
  if (inputSchema === undefined) return undefined;
  try {
    const description =
      typeof tool.description === 'string' ? tool.description : await tool.description({ pool });
    const promised = await promisedOutput(tool, validator);
    return {
      name: tool.name,
      description,
      inputSchema,
      outputSchema: promised && rootedSchema(promised),
      annotations: toolAnnotations(tool),
    };
  } catch {
    return undefined;
  }
}
