import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { toolsByServer } from './client-setup.ts';

/** Configurations of MCP servers, and the names of those that run in the client (`"type": "sdk"`). */
export function withoutClientServers(configs: readonly string[]): {
  readonly configs: readonly string[];
  readonly names: readonly string[];
  /** Policies of their tools, by server. */
  readonly tools: ReadonlyMap<string, JsonValue>;
} {
  const names: string[] = [];
  const tools = new Map<string, JsonValue>();
  const rest = configs.flatMap((config) => {
    const servers = serversOf(config);
    if (servers === undefined) return [config];
    const own = Object.entries(servers).filter(
      ([, entry]) => isJsonObject(entry) && getOwn(entry, 'type') === 'sdk',
    );
    if (own.length === 0) return [config];
    names.push(...own.map(([name]) => name));
    for (const [name, policies] of toolsByServer(Object.fromEntries(own))) tools.set(name, policies);
    const others = Object.entries(servers).filter(([name]) => !names.includes(name));
    return others.length === 0 ? [] : [JSON.stringify({ mcpServers: Object.fromEntries(others) })];
  });
  return { configs: rest, names, tools };
}

/** Undefined: a file, or something that can't be read. */
function serversOf(config: string): JsonObject | undefined {
  if (!config.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(config);
    const servers = isJsonObject(value) ? getOwn(value, 'mcpServers') : undefined;
    return isJsonObject(servers) ? servers : undefined;
  } catch {
    return undefined;
  }
}
