import { print, printAll } from '../../print.ts';
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
import { importable, importHint } from './importable.ts';
import { serverJson, serverLines } from './server-text.ts';
import { jsonText } from '../../json-text.ts';

const NONE = 'There are no MCP servers here. Add one: sluice mcp add NAME -- COMMAND [ARGUMENT…]\n';

/** `sluice mcp list`, and `sluice mcp` alone; returns the exit code. */
export async function listCommand(args: readonly string[], version: () => string): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp list', message, synopsisOf('list'));
  const line = parseCommandLine(args, LOOK_OPTIONS, LOOK_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (positionals.length > 0) return wrong('it takes no names; sluice mcp get NAME shows one server');
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const read = await pluginServers(values['plugin-dir'], placed.place.cwd);
  if (!read.ok) return wrong(read.message);
  const flags = { ...parseMcpFlags(values), plugins: read.plugins };
  const own = findOwnServers(placed.place, flags, values.settings);
  for (const problem of [...own.errors, ...own.problems]) say('sluice mcp list', problem);
  const status = own.errors.length > 0 ? 1 : 0;
  const statuses = own.servers.length === 0 ? [] : await connectServers(own.servers, own, version());
  if (values.json === true) {
    const servers = statuses.map((one) => {
      const server = own.servers.find(({ name }) => name === one.name);
      return server === undefined ? one : serverJson(server, one);
    });
    return (await printAll(jsonText({ servers }))) || status;
  }
  const text = own.servers.length === 0 ? NONE : serverLines(own.servers, statuses);
  const others = await importable(placed.place);
  const hint = importHint(
    others.servers,
    own.servers.map(({ name }) => name),
  );
  return (await print(text + hint)) || status;
}
