import { nearestName } from '@sluice/base';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { parseMcpFlags } from '../../mcp-flags.ts';
import { placeOf } from '../../settings-place.ts';
import { pluginServers } from '../plugin-servers.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { LOOK_EXPECTED, LOOK_OPTIONS } from '../mcp-options.ts';
import { say } from '../../say.ts';
import { synopsisOf } from '../usage.ts';
import { connectServers } from './connect-servers.ts';
import { serverDetails, serverJson } from './server-text.ts';
import { jsonText } from '../../json-text.ts';

/** `sluice mcp get NAME`; returns the exit code. */
export async function getCommand(args: readonly string[], version: () => string): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp get', message, synopsisOf('get'));
  const line = parseCommandLine(args, LOOK_OPTIONS, LOOK_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return wrong('pass the name of one server');
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const read = await pluginServers(values['plugin-dir'], placed.place.cwd);
  if (!read.ok) return wrong(read.message);
  const flags = { ...parseMcpFlags(values), plugins: read.plugins };
  const own = findOwnServers(placed.place, flags, values.settings);
  for (const problem of [...own.errors, ...own.problems]) say('sluice mcp get', problem);
  const server = own.servers.find((one) => one.name === name);
  if (server === undefined) {
    say(
      'sluice mcp get',
      unknownServer(
        name,
        own.servers.map((one) => one.name),
      ),
    );
    return 1;
  }
  const [status] = await connectServers([server], own, version());
  if (status === undefined) return 1;
  const text = values.json === true ? jsonText(serverJson(server, status)) : serverDetails(server, status);
  return (await printAll(text)) || (own.errors.length > 0 ? 1 : 0);
}

/** The error message for an unknown server. */
export function unknownServer(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const hint = near === undefined ? 'sluice mcp list shows all' : `did you mean ${near}?`;
  return `there is no MCP server ${JSON.stringify(name)}; ${hint}`;
}
