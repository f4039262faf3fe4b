import { orList, shellWord } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { alikeProblem, entryNotices, entryProblem, nameProblem } from '@sluice/mcp/config';
import type { ImportableServer } from '@sluice/mcp/import';
import type { SettingsPlace } from '@sluice/settings';
import { askPerson } from '../../ask-person.ts';
import { oneOf } from '../../one-of.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { print } from '../../print.ts';
import { sayAs } from '../../say.ts';
import { placeOf } from '../../settings-place.ts';
import { usageError } from '../../usage-error.ts';
import { saveServer } from '../change/save-server.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { firstOfEach, importable } from '../look/importable.ts';
import { entryLines, targetOf } from '../look/server-text.ts';
import { SCOPES, type OwnScope } from '../mcp-options.ts';
import { synopsisOf } from '../usage.ts';

const say = sayAs('sluice mcp import');

const OPTIONS = {
  all: { type: 'boolean' },
  from: { type: 'string' },
  scope: { type: 'string', short: 's' },
  cwd: { type: 'string' },
} as const;

/**
 * `sluice mcp import [NAME…]`; returns the exit code. Without a name, it lists what can be imported and changes
 * nothing.
 */
export async function importCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp import', message, synopsisOf('import'));
  const expected = { from: 'a program, such as cursor', scope: orList(SCOPES), cwd: 'a directory' };
  const line = parseCommandLine(args, OPTIONS, expected);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (positionals.length > 0 && values.all === true) return wrong('pass names of servers, or --all');
  const scope = oneOf('--scope', values.scope, SCOPES);
  if (!scope.ok) return wrong(scope.message);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const { place } = placed;
  const found = await importable(place);
  for (const problem of found.problems) say(problem);
  const servers = found.servers.filter(({ program }) => isFrom(program, values.from));
  if (values.from !== undefined && servers.length === 0) {
    const programs = [...new Set(found.servers.map(({ program }) => program))].join(', ');
    say(`--from ${values.from}: no servers of this program were found; found: ${programs || 'none'}`);
    return 1;
  }
  if (positionals.length === 0 && values.all !== true) return print(listText(servers));
  const unknown = positionals.find((name) => !servers.some((one) => one.name === name));
  if (unknown !== undefined) {
    say(`there is no MCP server ${JSON.stringify(unknown)} to import; sluice mcp import lists them`);
    return 1;
  }
  const chosen = servers.filter(({ name }) => values.all === true || positionals.includes(name));
  return importServers(firstOfEach(chosen), place, scope.value ?? 'local', values.all === true);
}

async function importServers(
  chosen: readonly ImportableServer[],
  place: SettingsPlace,
  scope: OwnScope,
  skipsKnown: boolean,
): Promise<number> {
  const flags = { configs: [], isStrict: false };
  let status = 0;
  for (const server of chosen) {
    const { name, file, entry, base } = server;
    // Again each time: those that were imported are among them.
    const { servers } = findOwnServers(place, flags, undefined);
    const known = servers.find((one) => one.name === name);
    const problem =
      nameProblem(name) ??
      (known === undefined
        ? undefined
        : `there is already a server with this name, from ${known.file ?? 'a policy'}. To replace it, remove it first: sluice mcp remove ${shellWord(name)}`) ??
      alikeProblem(name, servers) ??
      unusable(server, scope);
    if (problem !== undefined) {
      say(`${JSON.stringify(name)} was not imported: ${problem}`);
      if (!skipsKnown || known === undefined) status = 1;
      continue;
    }
    // The contents of a repository were chosen by someone else: the user sees all of it first.
    const shown = entryLines({ raw: entry }).map((field) => `  ${sanitize(field)}\n`);
    await print(`${sanitize(name)}, from ${sanitize(file)}:\n${base === 'project' ? shown.join('') : ''}`);
    if (base === 'project' && (await askPerson(`Import ${sanitize(name)}?`)) === false) {
      say(`${JSON.stringify(name)} was not imported.`);
      status = 1;
      continue;
    }
    for (const notice of entryNotices(entry, scope)) say(`${JSON.stringify(name)}: ${notice}`);
    const saved = await saveServer({ name, scope, entry }, place);
    if (!saved.ok) {
      say(saved.message);
      return 1;
    }
    if (saved.warning !== undefined) say(saved.warning);
    await print(`Imported ${sanitize(name)} (${scope}) into ${saved.files.join(', ')}\n`);
  }
  return status;
}

/** Why an entry could not start a server, whatever variables are set. Undefined: it may. */
function unusable({ name, file, entry }: ImportableServer, scope: OwnScope): string | undefined {
  const problem = entryProblem(entry, scope);
  if (problem === undefined) return undefined;
  return `${problem} Change it in ${file}, or add the server yourself: sluice mcp add ${shellWord(name)}`;
}

function listText(servers: readonly ImportableServer[]): string {
  if (servers.length === 0) return 'No other program has MCP servers configured here.\n';
  const width = Math.max(...servers.map(({ name }) => sanitize(name).length));
  const lines = servers.map(({ name, program, file, entry }) => {
    const what = `${program}, ${file}: ${targetOf({ raw: entry })}`;
    return `${sanitize(name).padEnd(width)}  (${sanitize(what)})\n`;
  });
  return `${lines.join('')}To import: sluice mcp import NAME…, or --all\n`;
}

function isFrom(program: string, given: string | undefined): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return given === undefined || plain(program) === plain(given);
}
