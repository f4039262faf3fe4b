import { errorText } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { MCP_EXPECTED, MCP_FLAGS, parseMcpFlags } from '../../mcp-flags.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
} from '../../permission/permission-options.ts';
import { startDirectory } from '../../start-directory.ts';
import { usageError } from '../../usage-error.ts';
import { synopsisOf } from '../usage.ts';
import { PLUGIN_EXPECTED, PLUGIN_OPTION, pluginServers } from '../plugin-servers.ts';
import { runCall, type CallRequest } from './run-call.ts';

const OPTIONS = { ...PERMISSION_OPTIONS, ...MCP_FLAGS, ...PLUGIN_OPTION, json: { type: 'boolean' } } as const;
const CALL_EXPECTED = { ...PERMISSION_EXPECTED, ...MCP_EXPECTED, ...PLUGIN_EXPECTED };

/** `sluice mcp call SERVER TOOL [JSON]`; returns the exit code. */
export async function callCommand(args: readonly string[], version: () => string): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp call', message, synopsisOf('call'));
  const line = parseCommandLine(args, OPTIONS, CALL_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [server, tool, text = '{}', ...more] = positionals;
  if (server === undefined || tool === undefined || more.length > 0)
    return wrong(
      `pass a server, a tool and its input as one argument, as in: sluice mcp call SERVER TOOL '{"path":"a"}'`,
    );
  const input = parseInput(text);
  if (typeof input === 'string') return wrong(`the input is not a JSON object${input}`);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const start = startDirectory(permission.options.cwd);
  if (!start.ok) return wrong(start.message);
  const read = await pluginServers(values['plugin-dir'], start.directory);
  if (!read.ok) return wrong(read.message);
  const request: CallRequest = {
    server,
    tool,
    input,
    isJson: values.json === true,
    mcp: { ...parseMcpFlags(values), plugins: read.plugins },
    permission: permission.options,
    cwd: start.directory,
  };
  return runCall(request, version());
}

/** A string is an error message. */
function parseInput(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : '';
  } catch (error) {
    return `: ${errorText(error)}`;
  }
}
