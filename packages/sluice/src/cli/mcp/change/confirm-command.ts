import { sanitize } from '@sluice/core';
import { askPerson } from '../../ask-person.ts';
import { parseMcpFlags } from '../../mcp-flags.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { print } from '../../print.ts';
import { sayAs } from '../../say.ts';
import { placeOf } from '../../settings-place.ts';
import { usageError } from '../../usage-error.ts';
import { pluginServers } from '../plugin-servers.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { collectTools } from '../look/collect-tools.ts';
import { connectServers } from '../look/connect-servers.ts';
import { unknownServer } from '../look/get-command.ts';
import { LOOK_EXPECTED, LOOK_OPTIONS } from '../mcp-options.ts';
import { synopsisOf } from '../usage.ts';

const say = sayAs('sluice mcp confirm');

/**
 * `sluice mcp confirm SERVER`; returns the exit code. Shows which tools have changed since they were allowed, and asks
 * the user if there is a terminal; without one, running the command is the confirmation. From then on, allow rules
 * cover the tools in their current form.
 */
export async function confirmCommand(args: readonly string[], version: () => string): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp confirm', message, synopsisOf('confirm'));
  const { json: _json, ...options } = LOOK_OPTIONS;
  const line = parseCommandLine(args, options, LOOK_EXPECTED);
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
  for (const problem of [...own.errors, ...own.problems]) say(problem);
  const server = own.servers.find((one) => one.name === name);
  if (server === undefined) {
    say(
      unknownServer(
        name,
        own.servers.map((one) => one.name),
      ),
    );
    return 1;
  }
  const { pool, tools: offered } = collectTools();
  const [status] = await connectServers([server], own, version(), { pool });
  if (status?.state !== 'connected') {
    say(`${JSON.stringify(name)}: ${status?.reason?.split('\n', 1)[0] ?? status?.state ?? 'not connected'}`);
    return 1;
  }
  const tools = offered.get(`mcp:${name}`) ?? [];
  const changed = tools.flatMap((tool) => {
    const change = tool.definition?.changeSince('user');
    return change === undefined ? [] : [{ tool, change }];
  });
  if (changed.length === 0) return print(`No tool of ${sanitize(name)} has changed since it was allowed.\n`);
  for (const { tool, change } of changed) await print(`${tool.name}: ${sanitize(change.what)}\n`);
  if ((await askPerson('Accept these changes?')) === false) {
    say('nothing was accepted.');
    return 1;
  }
  for (const { tool } of changed) tool.definition?.confirm();
  return print('Accepted: rules that allow these tools now cover their new definitions.\n');
}
