import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { codexEntry } from './codex-entry.ts';

/** A file in which another program keeps its MCP servers. */
export interface ImportPlace {
  /** The program's name for the user. */
  readonly program: string;
  /** Below what `path` is. */
  readonly base: 'project' | 'home';
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** The keys that lead to the object of servers. */
  readonly keys: readonly string[];
  /** Converts an entry to Sluice's form. Default: unchanged. */
  readonly convert?: (entry: JsonObject) => JsonObject;
}

/**
 * All of them. JSON may have comments. `.mcp.json` and `~/.claude.json` aren't here: Sluice reads them itself. Paths are from
 * each program's own documentation.
 */
export const IMPORT_PLACES: readonly ImportPlace[] = [
  { program: 'VS Code', base: 'project', path: '.vscode/mcp.json', format: 'json', keys: ['servers'] },
  { program: 'Cursor', base: 'project', path: '.cursor/mcp.json', format: 'json', keys: ['mcpServers'] },
  { program: 'opencode', base: 'project', path: 'opencode.json', format: 'json', keys: ['mcp'] },
  { program: 'opencode', base: 'project', path: 'opencode.jsonc', format: 'json', keys: ['mcp'] },
  {
    program: 'Codex',
    base: 'project',
    path: '.codex/config.toml',
    format: 'toml',
    keys: ['mcp_servers'],
    convert: codexEntry,
  },
  {
    program: 'Gemini CLI',
    base: 'project',
    path: '.gemini/settings.json',
    format: 'json',
    keys: ['mcpServers'],
    convert: geminiEntry,
  },
  { program: 'Cursor', base: 'home', path: '.cursor/mcp.json', format: 'json', keys: ['mcpServers'] },
  {
    program: 'opencode',
    base: 'home',
    path: '.config/opencode/opencode.json',
    format: 'json',
    keys: ['mcp'],
  },
  {
    program: 'Codex',
    base: 'home',
    path: '.codex/config.toml',
    format: 'toml',
    keys: ['mcp_servers'],
    convert: codexEntry,
  },
  {
    program: 'Gemini CLI',
    base: 'home',
    path: '.gemini/settings.json',
    format: 'json',
    keys: ['mcpServers'],
    convert: geminiEntry,
  },
  {
    program: 'Claude Desktop',
    base: 'home',
    path: '.config/Claude/claude_desktop_config.json',
    format: 'json',
    keys: ['mcpServers'],
  },
];

/** Gemini CLI: `httpUrl` is Streamable HTTP, and `url` its predecessor. */
function geminiEntry(entry: JsonObject): JsonObject {
  const { httpUrl, url, type, ...rest } = entry;
  if (httpUrl !== undefined) return { ...rest, type: 'http', url: httpUrl };
  if (url === undefined) return entry;
  return { ...rest, type: type ?? 'sse', url };
}

/** The object of servers in a parsed file. */
export function serversIn(value: unknown, keys: readonly string[]): JsonObject | undefined {
  let found: unknown = value;
  for (const key of keys) found = isJsonObject(found) ? getOwn(found, key) : undefined;
  return isJsonObject(found) ? found : undefined;
}
