import { getOwn } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { LocalRuntime } from '@sluice/session';

type Overridden =
  | { readonly ok: true; readonly response: object }
  | { readonly ok: false; readonly error: string; readonly endsRun?: boolean };

/**
 * Whatever the mode, calls of one MCP server are asked about: a rule of the session that can only tighten. Without a mode
 * the rule goes again.
 */
export function overrideMode(
  permission: Pick<LocalRuntime['permission'], 'apply'>,
  mcp: Pick<McpServers, 'status'> | undefined,
  request: object,
): Overridden {
  const server = getOwn(request, 'serverName');
  const mode = getOwn(request, 'mode') ?? undefined;
  // What it asks for restricts what runs: it must not go on without it.
  if (typeof server !== 'string' || server === '')
    return {
      ok: false,
      error: '"serverName" must be the name of an MCP server.',
      endsRun: mode !== undefined,
    };
  if (mode !== undefined && mode !== 'default') {
    const error = `The override ${JSON.stringify(mode)} is not supported: use "default", which asks about each call, or null.`;
    return { ok: false, error };
  }
  const toolName = `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;
  const applied = permission.apply({
    type: mode === undefined ? 'removeRules' : 'addRules',
    behavior: 'ask',
    rules: [toolName],
    destination: 'session',
  });
  if (!applied.ok) return { ok: false, error: applied.message, endsRun: mode !== undefined };
  const isKnown = mcp?.status().some(({ name }) => name === server) === true;
  return {
    ok: true,
    response: isKnown ? {} : { warning: `There is no MCP server ${JSON.stringify(server)} yet.` },
  };
}
