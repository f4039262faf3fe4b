import { getOwn } from '../data/json.ts';
import type { AnyTool } from '../tool/tool.ts';

/** The MCP server that offers a tool: its annotation `server`, else the one in the name `mcp__server__tool`. */
export function serverOf({ name, annotations }: Pick<AnyTool, 'name' | 'annotations'>): string | undefined {
  const server = getOwn(annotations, 'server');
  if (typeof server === 'string') return server;
  return /^mcp__(.+?)__./.exec(name)?.[1];
}
