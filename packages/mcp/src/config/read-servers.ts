import { readdirSync } from 'node:fs';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { jsonFault, readText } from '@sluice/settings';
import { isNestedDeeper, MAX_NESTING } from '../nesting.ts';
import type { ServerFile } from './server-files.ts';

/** What one file says. */
export interface ReadServers {
  readonly file: ServerFile;
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** There is such a file, with any content. */
  readonly isPresent: boolean;
  /** Names of servers that are switched off here, whatever file they are in. */
  readonly switchedOff: readonly string[];
  /** What can't be used, with the place: whole sentences. */
  readonly problems: readonly string[];
}

/** The user's state file of another program is among them, and grows with every project. */
const LIMIT = 64 * 1024 * 1024;
const LONG_TEXT = 64 * 1024;

const NOTHING = { isPresent: true, entries: new Map<string, JsonObject>(), switchedOff: [], problems: [] };

/** Never throws: what can't be used is a problem, and the rest counts. */
export function readServers(file: ServerFile): ReadServers {
  const read = file.text === undefined ? textOf(file) : { ok: true as const, text: file.text };
  const place = file.path ?? '--mcp-config';
  if (!read.ok)
    return {
      ...NOTHING,
      file,
      isPresent: read.reason !== undefined,
      problems: read.reason === undefined ? [] : [`${place}: ${read.reason}.`],
    };
  // Parsing a file of megabytes in which there is nothing takes longer than all else here.
  if (
    read.text.length > LONG_TEXT &&
    !read.text.includes('"mcpServers"') &&
    !read.text.includes('"disabledMcp')
  )
    return { ...NOTHING, file };
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch (error) {
    const fault = jsonFault(read.text);
    const where = fault === undefined ? place : `${place}:${fault.place}`;
    const reason = fault?.reason ?? errorText(error);
    return { ...NOTHING, file, problems: [`${where}: it is not JSON: ${reason}.`] };
  }
  const objects = file.projects === undefined ? [value] : projectsIn(value, file.projects);
  const entries = new Map<string, JsonObject>();
  const problems: string[] = [];
  const switchedOff: string[] = [];
  for (const object of objects) {
    if (!isJsonObject(object)) {
      problems.push(`${place} must contain an object: { "mcpServers": { … } }.`);
      continue;
    }
    const servers = getOwn(object, 'mcpServers');
    if (servers !== undefined && !isJsonObject(servers))
      problems.push(`${place}: "mcpServers" must be an object of servers.`);
    if (servers === undefined && file.scope !== 'flag' && isJsonObject(getOwn(object, 'servers')))
      problems.push(`${place} has "servers" where "mcpServers" is expected: rename it.`);
    if (servers === undefined && file.scope === 'project' && holdsEntries(object))
      problems.push(
        `${place} has servers without "mcpServers" around them: write { "mcpServers": { "name": { "command": … } } }.`,
      );
    if (servers === undefined && file.scope === 'flag')
      problems.push(`${place} has no "mcpServers": write { "mcpServers": { "name": { "command": … } } }.`);
    for (const [name, entry] of isJsonObject(servers) ? Object.entries(servers) : []) {
      if (!isJsonObject(entry))
        problems.push(`${place}: the server ${JSON.stringify(name)} must be an object.`);
      else if (isNestedDeeper(entry))
        problems.push(
          `${place}: the server ${JSON.stringify(name)} is nested more than ${MAX_NESTING} deep, and was skipped.`,
        );
      else if (name.trim() === '') problems.push(`${place}: a server has no name.`);
      else if (!entries.has(name)) entries.set(name, entry);
    }
    for (const key of ['disabledMcpServers', 'disabledMcpjsonServers']) {
      const names = getOwn(object, key);
      if (Array.isArray(names)) switchedOff.push(...names.filter((name) => typeof name === 'string'));
    }
  }
  return { file, isPresent: true, entries, switchedOff, problems };
}

/** A map of servers alone. */
function holdsEntries(object: JsonObject): boolean {
  return Object.values(object).some(
    (entry) =>
      isJsonObject(entry) && ['command', 'url'].some((key) => typeof getOwn(entry, key) === 'string'),
  );
}

function projectsIn(value: unknown, roots: readonly string[]): readonly unknown[] {
  const projects = isJsonObject(value) ? getOwn(value, 'projects') : undefined;
  if (!isJsonObject(projects)) return [];
  return roots.map((root) => getOwn(projects, root)).filter((project) => project !== undefined);
}

function textOf({
  path,
  scope,
}: ServerFile):
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string | undefined } {
  if (path === undefined) return { ok: false, reason: undefined };
  const read = readText(path, LIMIT);
  switch (read.status) {
    case 'read':
      return { ok: true, text: read.text };
    case 'absent':
      // Only a file that was requested by name is required to exist.
      return { ok: false, reason: scope === 'flag' ? 'there is no such file' : undefined };
    case 'failed':
      return { ok: false, reason: scope !== 'flag' && isEmptyDirectory(path) ? undefined : read.message };
    default:
      return read satisfies never;
  }
}

/** The sandbox of a running command, of this session or another, keeps one where a file must not be created. */
function isEmptyDirectory(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
