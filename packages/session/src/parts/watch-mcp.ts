import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { ConfiguredServer, McpServers } from '@sluice/mcp';
import type { ClientChannel } from '@sluice/mcp/config';
import { watchFiles, type FileWatch, type LoadedSettings } from '@sluice/settings';
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
  /** Called with all servers that there are to be, before any is updated. */
  readonly starting: (servers: readonly ConfiguredServer[]) => Promise<void>;
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
 * in. What `--mcp-config` names stays as it was at the start: a tool call could have changed that file, and no one approves its entries.
 */
export function watchMcp(options: WatchMcpOptions): McpWatch {
  return new ServerWatch(options);
}

class ServerWatch implements McpWatch {
  readonly #options: WatchMcpOptions;
  readonly #fixed: readonly ConfiguredServer[];
  readonly #off = new Set<string>();
  readonly #watch: FileWatch;
  readonly #timer: NodeJS.Timeout;
  #added: readonly ConfiguredServer[] | undefined;
  #loaded: LoadedSettings;
  #servers: readonly ConfiguredServer[];
  #told: ReadonlySet<string>;
  #isWatching = false;
  #isClosed = false;
  #work = Promise.resolve();

  constructor(options: WatchMcpOptions) {
    const { first, loaded, current, tell } = options;
    this.#options = options;
    this.#fixed = first.servers.filter(({ scope }) => scope === 'flag');
    this.#loaded = loaded;
    this.#servers = first.servers;
    this.#told = new Set(first.notices);
    this.#watch = watchFiles(
      (path) => {
        if (first.watched.includes(path)) this.#soon();
        else current()?.loginsChanged();
      },
      { tell },
    );
    this.#timer = setTimeout(() => {
      this.#isWatching = true;
      this.#watchAll();
      // They may have changed since the start.
      current()?.loginsChanged();
      this.#soon();
    }, WATCH_AFTER_MS).unref();
  }

  settingsChanged(loaded: LoadedSettings): void {
    this.#loaded = loaded;
    this.#soon();
  }

  async setServers(wanted: AddedServers): Promise<string | undefined> {
    const found = await this.#options.findAdded(wanted);
    if (!found.ok) return found.message;
    this.#added = found.servers;
    for (const notice of found.notices) if (!this.#told.has(notice)) this.#options.tell(notice);
    await this.#now();
    return undefined;
  }

  async toggle(name: string, isOn: boolean): Promise<boolean> {
    if (!this.#servers.some((server) => server.name === name)) return false;
    if (isOn) this.#off.delete(name);
    else this.#off.add(name);
    await this.#now();
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watch.close();
    await this.#work;
  }

  #soon(): void {
    this.#work = this.#work.then(() => (this.#isClosed ? undefined : this.#apply())).catch(() => {});
  }

  #now(): Promise<void> {
    this.#soon();
    return this.#work;
  }

  async #apply(): Promise<void> {
    const { find, current, open, starting, started, tell } = this.#options;
    const found = await find(this.#loaded);
    if (this.#isClosed) return;
    if (!found.ok) return tell(found.message);
    for (const notice of found.notices) if (!this.#told.has(notice)) tell(notice);
    this.#told = new Set(found.notices);
    const next = this.#wanted(found);
    const before = new Map(this.#servers.map((server) => [server.name, JSON.stringify(server)]));
    const changed = next.filter((server) => before.get(server.name) !== JSON.stringify(server));
    if (changed.length === 0 && next.length === this.#servers.length) return;
    this.#servers = next;
    const opened = current();
    if (opened === undefined) await open(next);
    else {
      await starting(next);
      opened.update(next);
      started(changed);
    }
    this.#watchAll();
  }

  #wanted(found: Extract<FoundMcpServers, { readonly ok: true }>): readonly ConfiguredServer[] {
    const ofPolicy = new Set(
      found.servers.filter(({ scope }) => scope === 'managed').map(({ name }) => name),
    );
    const given = this.#given().filter(({ name, scope }) => scope === 'managed' || !ofPolicy.has(name));
    const names = new Set(given.map(({ name }) => name));
    return [
      ...given,
      ...found.servers.filter(({ name, scope }) => scope !== 'flag' && !names.has(name)),
      ...this.#unreadable(found.notices, [...given, ...found.servers]),
    ]
      .map((server) => (this.#off.has(server.name) ? { ...server, start: SWITCHED_OFF } : server))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Those of the command line and of the program. */
  #given(): readonly ConfiguredServer[] {
    const added = this.#added;
    if (added === undefined) return this.#fixed;
    const names = new Set(added.map(({ name }) => name));
    return [...this.#fixed.filter(({ name, raw }) => !isOfClient(raw) && !names.has(name)), ...added];
  }

  /** Servers of a file that can't be read for now, such as one that is being edited: they go on. */
  #unreadable(notices: readonly string[], found: readonly ConfiguredServer[]): readonly ConfiguredServer[] {
    const names = new Set(found.map(({ name }) => name));
    return this.#servers.filter(
      ({ name, file }) =>
        !names.has(name) && file !== undefined && notices.some((notice) => notice.startsWith(file)),
    );
  }

  #watchAll(): void {
    if (!this.#isWatching || this.#isClosed) return;
    const { first, current } = this.#options;
    this.#watch.set([...first.watched, ...(current()?.loginFiles() ?? [])]);
  }
}

const SWITCHED_OFF = { status: 'disabled', reason: 'A client turned it off.' } as const;

function isOfClient(raw: unknown): boolean {
  return isJsonObject(raw) && getOwn(raw, 'type') === 'sdk';
}
