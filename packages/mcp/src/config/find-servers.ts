import { relative } from 'node:path';
import { shellWord } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { findRepository, type LoadedSettings } from '@sluice/settings';
import { serverPrefix } from '../tool-names.ts';
import { admissionProblem } from './admission.ts';
import { entryChanges, readApprovals, type Approval } from './approvals.ts';
import type { ConfiguredServer } from './configured-server.ts';
import { entryProblem } from './entry-problem.ts';
import { entryHash } from './entry-hash.ts';
import { nameProblem } from './name-problem.ts';
import { isEntryDisabled, parseEntry } from './parse-entry.ts';
import { readServers, type ReadServers } from './read-servers.ts';
import type { ServerConnection } from './server-entry.ts';
import { managedServerFiles, serverFiles, type ServerFilesOptions } from './server-files.ts';

export interface FindServersOptions extends ServerFilesOptions {
  readonly setting: LoadedSettings['setting'];
  /** Whether the user trusts the directory. Reads files on first use. */
  readonly isTrusted: () => boolean;
  /** For the variables of a policy's entries. Default: `env`. */
  readonly startEnv?: Readonly<Record<string, string | undefined>>;
}

export interface FoundServers {
  /** By name. Of several entries with one name the one that counts. */
  readonly servers: readonly ConfiguredServer[];
  /** An administrator's `managed-mcp.json` names the only ones. */
  readonly isExclusive: boolean;
  /** Files and entries that can't be used: whole sentences, a line each. */
  readonly problems: readonly string[];
  /** A server requested by name is unavailable: the run should not start. */
  readonly errors: readonly string[];
}

/** The servers of all files, flags and policies, and which of them may be started. Starts nothing, never throws. */
export function findServers(options: FindServersOptions): FoundServers {
  const managed = managedServerFiles(options).map(readServers);
  const isExclusive = managed.some(({ isPresent }) => isPresent);
  if (isExclusive && options.flags.length > 0) {
    const message = "A policy sets the MCP servers (managed-mcp.json): --mcp-config can't be used.";
    return { servers: [], isExclusive, problems: [], errors: [message] };
  }
  const all = isExclusive
    ? managed
    : [...policyServers(options.setting), ...serverFiles(options).map(readServers)];
  const problems = all.flatMap(({ file, problems: own }) => (file.scope === 'flag' ? [] : own));
  const errors = all.flatMap(({ file, problems: own }) => (file.scope === 'flag' ? own : []));
  if (isExclusive && options.agentFile !== undefined)
    problems.push(
      `A policy names the only MCP servers (managed-mcp.json): ${options.agentFile.path} can not add any.`,
    );
  const chosen = new Map<string, { readonly read: ReadServers; readonly raw: JsonObject }>();
  for (const read of all)
    for (const [name, raw] of read.entries) if (!chosen.has(name)) chosen.set(name, { read, raw });
  if (chosen.size === 0) return { servers: [], isExclusive, problems, errors };

  const off = new Set(all.flatMap(({ switchedOff }) => switchedOff));
  const context = createContext(options, off);
  const servers = withoutAlike(
    [...chosen].map(([name, { read, raw }]) => configure(name, raw, read, context)),
  );
  return { servers: servers.toSorted((a, b) => (a.name < b.name ? -1 : 1)), isExclusive, problems, errors };
}

/**
 * With the servers in the program that started this one, which take the place of others with their names, but never of a policy's. Where a
 * policy names the only servers, they are disabled.
 */
export function withClientServers(
  { servers, isExclusive }: Pick<FoundServers, 'servers' | 'isExclusive'>,
  ofClient: readonly ConfiguredServer[],
): readonly ConfiguredServer[] {
  const ofPolicy = servers.filter(({ scope }) => scope === 'managed');
  const taken = new Set(ofPolicy.map(({ name }) => name));
  const clients = ofClient
    .filter(({ name }) => !taken.has(name))
    .map((server): ConfiguredServer =>
      isExclusive
        ? {
            ...server,
            start: { status: 'disabled', reason: 'A policy sets the MCP servers (managed-mcp.json).' },
          }
        : server,
    );
  const named = new Set(clients.map(({ name }) => name));
  const others = servers.filter(({ name, scope }) => scope !== 'managed' && !named.has(name));
  return withoutAlike([...ofPolicy, ...clients, ...others]).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** If servers' tools would have the same names, only the first server is started: rules could not tell them apart. */
function withoutAlike(servers: readonly ConfiguredServer[]): readonly ConfiguredServer[] {
  const taken = new Map<string, string>();
  return servers.map((server) => {
    if (server.start.status !== 'ready') return server;
    const prefix = serverPrefix(server.name);
    const other = taken.get(prefix);
    taken.set(prefix, other ?? server.name);
    if (other === undefined) return server;
    const reason = `Its tools would have the same names as those of ${JSON.stringify(other)} (${prefix}__…). Rename one of the two servers.`;
    return { ...server, start: { status: 'failed', reason } };
  });
}

function policyServers(setting: LoadedSettings['setting']): readonly ReadServers[] {
  const found = setting('managedMcpServers');
  const value = found?.value;
  if (!isJsonObject(value)) return [];
  const entries = new Map(
    Object.entries(value).flatMap(([name, raw]) => (isJsonObject(raw) ? [[name, raw]] : [])),
  );
  const path = found?.origins[0]?.file;
  return [{ file: { scope: 'managed', path }, entries, isPresent: true, switchedOff: [], problems: [] }];
}

interface Context {
  readonly options: FindServersOptions;
  readonly off: ReadonlySet<string>;
  readonly projectRoot: string;
  readonly approvals: () => readonly Approval[];
}

function createContext(options: FindServersOptions, off: ReadonlySet<string>): Context {
  let approvals: readonly Approval[] | undefined;
  return {
    options,
    off,
    projectRoot: findRepository(options.cwd)?.root ?? options.cwd,
    approvals: () => (approvals ??= readApprovals(options)),
  };
}

function configure(name: string, raw: JsonObject, { file }: ReadServers, context: Context): ConfiguredServer {
  const { options, projectRoot } = context;
  const { scope } = file;
  const env = scope === 'managed' ? (options.startEnv ?? options.env) : options.env;
  const parsed = parseEntry(raw, scope, { env, projectRoot });
  // Only what came with a repository needs an approval.
  const hash = scope === 'project' ? entryHash(options.trustRoot, name, raw) : '';
  const agentFile =
    file.isAgentFile === true && file.path !== undefined ? relative(options.trustRoot, file.path) : undefined;
  const start = (): ConfiguredServer['start'] => {
    const disabled = disabledReason(name, raw, scope, context);
    if (disabled !== undefined) return { status: 'disabled', reason: disabled };
    const misnamed = nameProblem(name);
    if (misnamed !== undefined) return { status: 'failed', reason: misnamed };
    // Checked before anything else in the entry: no one has approved what it names.
    const pending = scope === 'project' ? pendingReason({ name, raw, hash, agentFile }, context) : undefined;
    // What can't be started with any variables needs no approval.
    const broken = pending === undefined ? undefined : entryProblem(raw, scope);
    if (broken !== undefined) return { status: 'failed', reason: broken };
    if (pending !== undefined) return { status: 'pending-approval', reason: pending };
    if (!parsed.ok) return { status: 'failed', reason: parsed.reason };
    if (scope === 'project' && hasHelper(parsed.entry.connection) && !options.isTrusted())
      return { status: 'failed', reason: UNTRUSTED_HELPER };
    const refused = admissionProblem(name, parsed.entry.connection, options.setting);
    return refused === undefined
      ? { status: 'ready', entry: parsed.entry }
      : { status: 'disabled', reason: refused };
  };
  const { path, plugin } = file;
  return { name, scope, plugin, file: path, agentFile, raw, hash, start: start(), notices: parsed.notices };
}

const UNTRUSTED_HELPER =
  'Its headersHelper runs a command, which needs a directory that you trust. Check the project, then run: sluice rules trust';

function hasHelper(connection: ServerConnection): boolean {
  return 'headersHelper' in connection && connection.headersHelper !== undefined;
}

function disabledReason(
  name: string,
  raw: JsonObject,
  scope: ConfiguredServer['scope'],
  { off, options }: Context,
): string | undefined {
  if (isEntryDisabled(raw)) return 'It is disabled in its entry.';
  if (off.has(name)) return 'It is disabled in your own configuration.';
  const listed =
    scope === 'project' && options.setting('disabledMcpjsonServers')?.value.includes(name) === true;
  return listed ? '"disabledMcpjsonServers" in the settings disables it.' : undefined;
}

function pendingReason(
  { name, raw, hash, agentFile }: Pick<ConfiguredServer, 'name' | 'raw' | 'hash' | 'agentFile'>,
  { options, approvals }: Context,
): string | undefined {
  if (options.setting('enableAllProjectMcpServers')?.value === true) return undefined;
  if (options.setting('enabledMcpjsonServers')?.value.includes(name) === true) return undefined;
  const approval = approvals().find(
    (one) => one.repository === options.trustRoot && one.server === name && one.agentFile === agentFile,
  );
  if (approval?.hash === hash) return undefined;
  const fix = `To start it: sluice mcp approve ${shellWord(name)}`;
  if (approval === undefined) return `It comes from the project, and you have not approved it. ${fix}`;
  const changes = entryChanges(approval.entry, raw).join('; ');
  return `Its entry has changed since you approved it (${changes}). ${fix}`;
}
