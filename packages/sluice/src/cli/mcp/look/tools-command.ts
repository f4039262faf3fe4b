import { countText } from '@sluice/base';
import { getOwn, isJsonObject, sanitize, toJsonSchema, toolDefinitions, type AnyTool } from '@sluice/core';
import { parseCommandLine } from '../../parse-command-line.ts';
import { parseMcpFlags } from '../../mcp-flags.ts';
import { printAll } from '../../print.ts';
import { sayAs } from '../../say.ts';
import { placeOf } from '../../settings-place.ts';
import { usageError } from '../../usage-error.ts';
import { pluginServers } from '../plugin-servers.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { LOOK_EXPECTED, LOOK_OPTIONS } from '../mcp-options.ts';
import { synopsisOf } from '../usage.ts';
import { collectTools } from './collect-tools.ts';
import { connectServers } from './connect-servers.ts';
import { unknownServer } from './get-command.ts';
import { jsonText } from '../../json-text.ts';

const say = sayAs('sluice mcp tools');

/** `sluice mcp tools [SERVER]`; returns the exit code: 1 if the given server can't be connected to, or doesn't list its tools. */
export async function toolsCommand(args: readonly string[], version: () => string): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp tools', message, synopsisOf('tools'));
  const line = parseCommandLine(args, LOOK_OPTIONS, LOOK_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [name] = positionals;
  if (positionals.length > 1) return wrong('pass the name of one server, or none');
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const read = await pluginServers(values['plugin-dir'], placed.place.cwd);
  if (!read.ok) return wrong(read.message);
  const flags = { ...parseMcpFlags(values), plugins: read.plugins };
  const own = findOwnServers(placed.place, flags, values.settings);
  for (const problem of [...own.errors, ...own.problems]) say(problem);
  const names = own.servers.map((one) => one.name);
  if (name !== undefined && !names.includes(name)) {
    say(unknownServer(name, names));
    return 1;
  }
  const servers = own.servers.filter((one) => name === undefined || one.name === name);
  const { pool, tools } = collectTools();
  const statuses = await connectServers(servers, own, version(), { pool });
  const missing = statuses.filter(({ state }) => state !== 'connected' && state !== 'disabled');
  for (const { name, reason, state } of missing)
    for (const line of `${JSON.stringify(name)}: ${reason ?? state}`.split('\n')) say(line);
  for (const { name, problems } of statuses)
    for (const problem of problems) say(`${JSON.stringify(name)}: ${problem}`);
  const isUnknown = missing.length > 0 || statuses.some(({ isListUnread }) => isListUnread === true);
  const status = own.errors.length > 0 || (name !== undefined && isUnknown) ? 1 : 0;
  const ofServers = statuses.map((one) => ({ name: one.name, tools: tools.get(`mcp:${one.name}`) ?? [] }));
  if (values.json === true) {
    const all = ofServers.flatMap((one) => one.tools);
    const definitions = await toolDefinitions({ tools: all }, 'anthropic');
    return (await printAll(jsonText(definitions))) || status;
  }
  return (await printAll(ofServers.map(toolsText).join(''))) || status;
}

function toolsText({ name, tools }: { readonly name: string; readonly tools: readonly AnyTool[] }): string {
  if (tools.length === 0) return '';
  const rows = tools.map((tool) => {
    const own = getOwn(tool.annotations, 'mcpTool');
    return [sanitize(typeof own === 'string' ? own : tool.name), sanitize(parametersOf(tool))] as const;
  });
  const width = Math.max(...rows.map(([own]) => own.length));
  const lines = rows.map(([own, parameters], index) => {
    const description = tools[index]?.description;
    const text = typeof description === 'string' ? description.trim().split('\n', 1)[0] : '';
    return `  ${own.padEnd(width)}  ${parameters}${parameters === '' ? '' : '  '}${sanitize(text ?? '')}`;
  });
  return `${sanitize(name)}: ${countText(tools.length, 'tool')}\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}`;
}

/** `{path, tail?}`: field names, optional ones marked. */
function parametersOf(tool: AnyTool): string {
  const schema = toJsonSchema(tool.inputSchema);
  const [properties, required] = [getOwn(schema, 'properties'), getOwn(schema, 'required')];
  if (!isJsonObject(properties)) return '';
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = Object.keys(properties).map((field) => (needed.includes(field) ? field : `${field}?`));
  return names.length === 0 ? '' : `{${names.join(', ')}}`;
}
