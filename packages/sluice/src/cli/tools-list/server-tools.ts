import { sanitizeLines, type AnyTool } from '@sluice/core';
import { findOwnServers } from '../mcp/find-own-servers.ts';
import { collectTools } from '../mcp/look/collect-tools.ts';
import { connectServers } from '../mcp/look/connect-servers.ts';
import type { McpFlags } from '../mcp-flags.ts';
import { placeOf } from '../settings-place.ts';

/** The tools of a directory's MCP servers; a server's problems are written to standard error. */
export async function serverTools(
  cwd: string,
  flags: McpFlags,
  settings: readonly string[] | undefined,
): Promise<readonly AnyTool[]> {
  const placed = placeOf(cwd);
  if (!placed.ok) return [];
  const own = findOwnServers(placed.place, flags, settings);
  const { pool, tools } = collectTools();
  const statuses = await connectServers(own.servers, own, 'unknown', { pool });
  const problems = statuses.flatMap(({ name, reason }) =>
    reason === undefined ? [] : [`${name}: ${reason}`],
  );
  for (const problem of [...own.errors, ...own.problems, ...problems])
    process.stderr.write(`sluice tools list: ${sanitizeLines(problem)}\n`);
  return [...tools.values()].flat();
}
