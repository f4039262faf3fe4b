import { countText, shellWord } from '@sluice/base';
import { sanitize, type JsonObject } from '@sluice/core';
import type { McpServerStatus } from '@sluice/mcp';
import { redactForms, type ConfiguredServer } from '@sluice/mcp/config';
import { problemLines, STATES } from './status-lines.ts';

const LABEL_WIDTH = 11;
const NEXT_LINE = `\n${' '.repeat(LABEL_WIDTH)}`;

/** One line per server, and another for what is wrong with it. */
export function serverLines(
  servers: readonly ConfiguredServer[],
  statuses: readonly McpServerStatus[],
): string {
  const width = Math.max(...servers.map(({ name }) => sanitize(name).length));
  return servers
    .map((server) => {
      const status = statuses.find(({ name }) => name === server.name);
      const state = status === undefined ? '' : STATES[status.state];
      const tools = status?.state === 'connected' ? `, ${countText(status.tools.length, 'tool')}` : '';
      const line = `${sanitize(server.name).padEnd(width)}  ${state}${tools}  (${server.scope}: ${sanitize(targetOf(server))})`;
      const entry = status?.state === 'pending-approval' ? entryLines(server) : [];
      const indented = [...problemLines(status), ...entry];
      return [line, ...indented.map((text) => `  ${sanitize(text)}`)];
    })
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * Shows everything known about a server. Values of its variables and headers are hidden because they are often secret,
 * except in the project's file: there they decide what runs, and are part of what the user approves.
 */
export function serverDetails(server: ConfiguredServer, status: McpServerStatus): string {
  const { raw, scope, file } = server;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['name', server.name],
    ['state', STATES[status.state]],
    ['reason', status.reason],
    ['from', `${scope}${file === undefined ? '' : `, ${file}`}`],
    ['target', targetOf(server)],
    ...(scope === 'project' ? entryLines(server).map((line): [string, string] => ['entry', line]) : []),
    ['variables', namesOf(raw['env'] ?? raw['environment'])],
    ['headers', namesOf(raw['headers'])],
    ['server', status.serverInfo && `${status.serverInfo.name} ${status.serverInfo.version}`],
    ['protocol', status.protocolVersion],
    ['problems', status.problems.length === 0 ? undefined : status.problems.join('\n')],
    ['size', status.sizeProblem],
    ['tools', status.tools.length === 0 ? undefined : status.tools.join('\n')],
  ];
  return rows
    .filter(([, value]) => value !== undefined)
    .map(
      ([label, value = '']) =>
        `${`${label}:`.padEnd(LABEL_WIDTH)}${value.split('\n').map(sanitize).join(NEXT_LINE)}\n`,
    )
    .join('');
}

/** A server as its file defines it: the command or the URL, without passwords and keys in addresses. */
export function targetOf({ raw }: Pick<ConfiguredServer, 'raw'>): string {
  const { command, args, url } = raw;
  const words: readonly unknown[] = [
    ...(Array.isArray(command) ? command : [command]),
    ...(Array.isArray(args) ? args : []),
  ];
  const texts = words.filter((word) => typeof word === 'string');
  if (texts.length > 0) return redactForms(texts.map(shellWord).join(' '));
  return typeof url === 'string' ? redactForms(url) : '';
}

/** The complete entry as its file defines it, one line per field: what the user approves. */
export function entryLines({ raw }: Pick<ConfiguredServer, 'raw'>): readonly string[] {
  return Object.entries(raw).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
}

/** A server for programs that read the output. */
export function serverJson(server: ConfiguredServer, status: McpServerStatus): ServerJson {
  const entry = server.scope === 'project' ? server.raw : undefined;
  return { ...status, file: server.file, target: targetOf(server), entry };
}

interface ServerJson extends McpServerStatus {
  readonly file: string | undefined;
  readonly target: string;
  /** For a project's server, whose values are not the user's secrets. */
  readonly entry: JsonObject | undefined;
}

function namesOf(value: unknown): string | undefined {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names.length === 0 ? undefined : names.join(' ');
}
