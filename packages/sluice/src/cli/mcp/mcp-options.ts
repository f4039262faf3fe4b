import { MCP_EXPECTED, MCP_FLAGS } from '../mcp-flags.ts';
import { PLUGIN_EXPECTED, PLUGIN_OPTION } from './plugin-servers.ts';

/** Where `add` writes and `remove` looks. */
export const SCOPES = ['local', 'user', 'project'] as const;
export type OwnScope = (typeof SCOPES)[number];

/** Options of the commands that inspect servers. */
export const LOOK_OPTIONS = {
  ...MCP_FLAGS,
  ...PLUGIN_OPTION,
  cwd: { type: 'string' },
  settings: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

export const LOOK_EXPECTED = {
  ...MCP_EXPECTED,
  ...PLUGIN_EXPECTED,
  cwd: 'a directory',
  settings: 'a file, or JSON',
};
