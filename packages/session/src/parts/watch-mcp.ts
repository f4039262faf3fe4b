import type { ConfiguredServer, McpServers } from '@sluice/mcp';
import { watchFiles, type LoadedSettings } from '@sluice/settings';
import type { FoundMcpServers } from './open-mcp.ts';

export interface WatchMcpOptions {
  readonly first: Extract<FoundMcpServers, { readonly ok: true }>;
  /** Settings at the start. */
  readonly loaded: LoadedSettings;
  readonly find: (loaded: LoadedSettings) => Promise<FoundMcpServers>;
  /** Undefined: no server was configured so far. */
  readonly current: () => McpServers | undefined;
  /** Opens the first servers of a session that began without any. */
  readonly open: (servers: readonly ConfiguredServer[]) => Promise<void>;
  /** Called with servers that are new or changed, before they start. */
  readonly started: (servers: readonly ConfiguredServer[]) => void;
  /** Receives sentences for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

export interface McpWatch {
  settingsChanged(loaded: LoadedSettings): void;
  /** Settles when no change is being applied any more. */
  close(): Promise<void>;
}

/** Most runs end before anyone could change a file, and should not pay for a watcher. */
const WATCH_AFTER_MS = 150;

/**
 * Starts and ends servers as their configuration and approvals change during a session. What `--mcp-config` names stays as it was at the
 * start: a tool call could have changed that file, and no one approves its entries.
 */
export function watchMcp(options: WatchMcpOptions): McpWatch {
  const { first, find, current, open, started, tell } = options;
  const fixed = first.servers.filter(({ scope }) => scope === 'flag');
  const fixedNames = new Set(fixed.map(({ name }) => name));
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
    const next = [
      ...fixed,
      ...found.servers.filter(({ name, scope }) => scope !== 'flag' && !fixedNames.has(name)),
      ...unreadable(found.notices, found.servers),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
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
  };
  /** Servers of a file that can't be read for now, such as one that is being edited: they go on. */
  const unreadable = (
    notices: readonly string[],
    found: readonly ConfiguredServer[],
  ): readonly ConfiguredServer[] => {
    const names = new Set([...fixed, ...found].map(({ name }) => name));
    return servers.filter(
      ({ name, file }) =>
        !names.has(name) && file !== undefined && notices.some((notice) => notice.startsWith(file)),
    );
  };
  const soon = (): void => {
    work = work.then(() => (isClosed ? undefined : apply())).catch(() => {});
  };
  const watch = watchFiles(soon, { tell });
  const timer = setTimeout(() => {
    watch.set(first.watched);
    // It may have changed since the start.
    soon();
  }, WATCH_AFTER_MS).unref();
  return {
    settingsChanged(now) {
      loaded = now;
      soon();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      watch.close();
      await work;
    },
  };
}
