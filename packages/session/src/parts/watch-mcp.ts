import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { ConfiguredServer, McpServers } from '@sluice/mcp';
import type { ClientChannel } from '@sluice/mcp/config';
import { watchFiles, type LoadedSettings } from '@sluice/settings';
import type { FoundMcpServers } from './open-mcp.ts';

export interface WatchMcpOptions {
  readonly first: Extract<FoundMcpServers, { readonly ok: true }>;
  /** Settings at the start. */
  readonly loaded: LoadedSettings;
  readonly find: (loaded: LoadedSettings) => Promise<FoundMcpServers>;
  readonly findAdded: (wanted: AddedServers) => Promise<FoundMcpServers>;
  /** Undefined: no server was configured so far. */
  readonly current: () => McpServers | undefined;
  /** Opens the first servers of a session that began without any. */
  readonly open: (servers: readonly ConfiguredServer[]) => Promise<void>;
  /** Called with servers that are new or changed, before they start. */
  readonly started: (servers: readonly ConfiguredServer[]) => void;
  /** Receives sentences for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

/** Servers that a program adds while a session runs. */
export interface AddedServers {
  /** Entries by name, as in `mcpServers` of a file. */
  readonly entries: JsonObject;
  /** Servers in the program, by name. */
  readonly ofClient: ReadonlyMap<string, ClientChannel>;
}

export interface McpWatch {
  settingsChanged(loaded: LoadedSettings): void;
  /**
   * Sets the servers that the program adds while the session runs. They take the place of those of an earlier call, of all servers in the
   * program, and of others with their names. Settles when the new ones connect. A sentence: what is wrong; then nothing has changed.
   */
  setServers(wanted: AddedServers): Promise<string | undefined>;
  /** Switches a server off, or on again. False: there is none of that name. */
  toggle(name: string, isOn: boolean): Promise<boolean>;
  /** Settles when no change is being applied any more. */
  close(): Promise<void>;
}

/** Most runs end before anyone could change a file, and should not pay for a watcher. */
const WATCH_AFTER_MS = 150;

/**
 * Starts and ends servers as their configuration and approvals change during a session, and connects those at which the user has logged
 * in. What `--mcp-config` names stays as it was at the
 * start: a tool call could have changed that file, and no one approves its entries.
 */
export function watchMcp(options: WatchMcpOptions): McpWatch {
  const { first, find, findAdded, current, open, started, tell } = options;
  const fixed = first.servers.filter(({ scope }) => scope === 'flag');
  const off = new Set<string>();
  let added: readonly ConfiguredServer[] | undefined;
  let { loaded } = options;
  let { servers } = first;
  let told = new Set(first.notices);
  let isClosed = false;
  let work = Promise.resolve();

  const apply = async (): Promise<void> => {
    const found = await find(loaded);
    if (isClosed) return;
    if (!found.ok) return tell(found.message);
    for (const notice of found.notices) if (!told.has(notice)) tell(notice);
    told = new Set(found.notices);
    const ofPolicy = new Set(
      found.servers.filter(({ scope }) => scope === 'managed').map(({ name }) => name),
    );
    const given = givenServers().filter(({ name, scope }) => scope === 'managed' || !ofPolicy.has(name));
    const names = new Set(given.map(({ name }) => name));
    const next = [
      ...given,
      ...found.servers.filter(({ name, scope }) => scope !== 'flag' && !names.has(name)),
      ...unreadable(found.notices, [...given, ...found.servers]),
    ]
      .map((server) => (off.has(server.name) ? { ...server, start: SWITCHED_OFF } : server))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const before = new Map(servers.map((server) => [server.name, JSON.stringify(server)]));
    const changed = next.filter((server) => before.get(server.name) !== JSON.stringify(server));
    if (changed.length === 0 && next.length === servers.length) return;
    servers = next;
    const opened = current();
    if (opened === undefined) await open(next);
    else {
      opened.update(next);
      started(changed);
    }
    watchAll();
  };
  /** Those of the command line and of the program. */
  const givenServers = (): readonly ConfiguredServer[] => {
    if (added === undefined) return fixed;
    const names = new Set(added.map(({ name }) => name));
    return [...fixed.filter(({ name, raw }) => !isOfClient(raw) && !names.has(name)), ...added];
  };
  /** Servers of a file that can't be read for now, such as one that is being edited: they go on. */
  const unreadable = (
    notices: readonly string[],
    found: readonly ConfiguredServer[],
  ): readonly ConfiguredServer[] => {
    const names = new Set(found.map(({ name }) => name));
    return servers.filter(
      ({ name, file }) =>
        !names.has(name) && file !== undefined && notices.some((notice) => notice.startsWith(file)),
    );
  };
  const soon = (): void => {
    work = work.then(() => (isClosed ? undefined : apply())).catch(() => {});
  };
  const now = (): Promise<void> => {
    soon();
    return work;
  };
  const watch = watchFiles(
    (path) => {
      if (first.watched.includes(path)) soon();
      else current()?.loginsChanged();
    },
    { tell },
  );
  let isWatching = false;
  const watchAll = (): void => {
    if (isWatching && !isClosed) watch.set([...first.watched, ...(current()?.loginFiles() ?? [])]);
  };
  const timer = setTimeout(() => {
    isWatching = true;
    watchAll();
    // They may have changed since the start.
    current()?.loginsChanged();
    soon();
  }, WATCH_AFTER_MS).unref();
  return {
    settingsChanged(now) {
      loaded = now;
      soon();
    },
    async setServers(wanted) {
      const found = await findAdded(wanted);
      if (!found.ok) return found.message;
      added = found.servers;
      for (const notice of found.notices) if (!told.has(notice)) tell(notice);
      await now();
      return undefined;
    },
    async toggle(name, isOn) {
      if (!servers.some((server) => server.name === name)) return false;
      if (isOn) off.delete(name);
      else off.add(name);
      await now();
      return true;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      watch.close();
      await work;
    },
  };
}

const SWITCHED_OFF = { status: 'disabled', reason: 'A client has switched it off.' } as const;

function isOfClient(raw: unknown): boolean {
  return isJsonObject(raw) && getOwn(raw, 'type') === 'sdk';
}
