import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import type { ClientChannel } from '@sluice/mcp/config';
import type { AssembledAgent } from '@sluice/session/agent';

export type McpAnswer =
  | { readonly ok: true; readonly response?: object }
  | { readonly ok: false; readonly error: string };

type Parts = Pick<AssembledAgent['parts'], 'mcp' | 'followMcp'>;

/** How long the answer waits for servers to connect. */
const CONNECT_MS = 5_000;
const NO_SERVERS: McpAnswer = { ok: false, error: 'This session has no MCP servers.' };

/**
 * The request `mcp_set_servers`: new servers are there when it is answered, or have an error.
 * @param channelOf the way to a server in the client; undefined: it can have none
 */
export async function setMcpServers(
  parts: Parts,
  channelOf: ((server: string, tools: JsonValue | undefined) => ClientChannel) | undefined,
  servers: unknown,
): Promise<McpAnswer> {
  const watch = parts.followMcp?.();
  if (watch === undefined) return NO_SERVERS;
  if (!isJsonObject(servers))
    return { ok: false, error: '"servers" must be an object with an entry for each name.' };
  const { nameProblem } = await import('@sluice/mcp/config');
  const errors: Record<string, string> = {};
  const entries: Record<string, JsonObject> = {};
  const ofClient = new Map<string, ClientChannel>();
  for (const [name, entry] of Object.entries(servers)) {
    const problem = nameProblem(name) ?? entryProblem(entry, channelOf !== undefined);
    if (problem !== undefined) errors[name] = problem;
    else if (channelOf !== undefined && isJsonObject(entry) && getOwn(entry, 'type') === 'sdk')
      ofClient.set(name, channelOf(name, entry['tools']));
    else if (isJsonObject(entry)) entries[name] = entry;
  }
  const before = new Set(namesOf(parts));
  const refused = await watch.setServers({ entries, ofClient });
  if (refused !== undefined) return { ok: false, error: refused };
  await parts.mcp?.settled(CONNECT_MS);
  const status = parts.mcp?.status() ?? [];
  for (const { name, state, reason } of status)
    if (Object.hasOwn(servers, name) && state !== 'connected' && state !== 'cached' && state !== 'connecting')
      errors[name] = reason ?? state;
  const now = namesOf(parts);
  return {
    ok: true,
    response: {
      added: now.filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !now.includes(name)),
      errors,
    },
  };
}

/** The requests `mcp_reconnect` and `mcp_toggle`. */
export async function changeMcpServer(parts: Parts, request: object): Promise<McpAnswer> {
  const name = getOwn(request, 'serverName');
  const enabled = getOwn(request, 'enabled');
  const isToggle = getOwn(request, 'subtype') === 'mcp_toggle';
  if (typeof name !== 'string')
    return { ok: false, error: '"serverName" must be the name of an MCP server.' };
  if (isToggle && typeof enabled !== 'boolean')
    return { ok: false, error: '"enabled" must be true or false.' };
  const isKnown =
    isToggle && typeof enabled === 'boolean'
      ? await parts.followMcp?.().toggle(name, enabled)
      : parts.mcp?.reconnect(name);
  if (isKnown !== true)
    return { ok: false, error: `There is no MCP server ${JSON.stringify(name)} to change.` };
  await parts.mcp?.settled(CONNECT_MS);
  const status = parts.mcp?.status().find((one) => one.name === name);
  return status?.state === 'failed'
    ? { ok: false, error: status.reason ?? `The MCP server ${name} failed.` }
    : { ok: true };
}

function namesOf({ mcp }: Parts): readonly string[] {
  return (mcp?.status() ?? []).flatMap(({ name, state }) => (state === 'disabled' ? [] : [name]));
}

function entryProblem(entry: unknown, hasClient: boolean): string | undefined {
  if (!isJsonObject(entry)) return 'The entry must be an object.';
  return !hasClient && getOwn(entry, 'type') === 'sdk' ? 'There is no client to run it.' : undefined;
}
