import { Turns } from '@sluice/base';
import { McpServer } from '../client/mcp-server.ts';
import { LOCAL_AT_ONCE, REMOTE_AT_ONCE, serverLimits } from '../client/server-limits.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { McpServersOptions } from './mcp-servers.ts';
import { remedyForModel } from './remedies.ts';

/** Starts the servers that are configured, ends them, and keeps the two in step. */
export class RunningServers {
  readonly #options: McpServersOptions;
  readonly #onChange: (name: string) => void;
  readonly #local: Turns;
  readonly #remote: Turns;
  #configured: readonly ConfiguredServer[];
  /** In the order of their names. */
  #running: ReadonlyMap<string, McpServer>;
  /** Servers that are no longer configured, until they have ended. */
  readonly #ending = new Set<Promise<void>>();
  #closing: Promise<void> | undefined;

  /** @param onChange a running server is not as it was */
  constructor(options: McpServersOptions, onChange: (name: string) => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#local = new Turns(atOnce(options.env['MCP_SERVER_CONNECTION_BATCH_SIZE'], LOCAL_AT_ONCE));
    this.#remote = new Turns(atOnce(options.env['MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE'], REMOTE_AT_ONCE));
    this.#configured = options.servers;
    this.#running = new Map(options.servers.flatMap((server) => this.#started(server)));
  }

  /** Those among them that may not be started do not run. */
  get configured(): readonly ConfiguredServer[] {
    return this.#configured;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  get(name: string): McpServer | undefined {
    return this.#running.get(name);
  }

  /** In the order of their names. */
  all(): readonly McpServer[] {
    return [...this.#running.values()];
  }

  /**
   * Replaces the servers; those whose entry is the same keep running.
   * @returns the names of those that have ended, and of those that start
   */
  replace(servers: readonly ConfiguredServer[]): {
    readonly gone: readonly string[];
    readonly started: readonly string[];
  } {
    const before = new Map(this.#configured.map((server) => [server.name, server]));
    const old = this.#running;
    const isSame = (server: ConfiguredServer): boolean => {
      const known = before.get(server.name);
      return known !== undefined && identityOf(known) === identityOf(server);
    };
    const kept = new Set(servers.filter(isSame).map(({ name }) => name));
    const gone = [...old].filter(([name]) => !kept.has(name));
    this.#configured = servers;
    this.#running = new Map();
    const now = new Map(servers.map((server) => [server.name, server]));
    const ended = new Map(
      gone.map(([name, server]) => [name, this.#end(server, whyEnded(now.get(name)))] as const),
    );
    this.#running = new Map(
      servers.flatMap((server) => {
        const running = kept.has(server.name) ? old.get(server.name) : undefined;
        return running === undefined
          ? this.#started(server, ended.get(server.name))
          : [[server.name, running] as const];
      }),
    );
    const started = [...this.#running].filter(([name, server]) => old.get(name) !== server);
    return { gone: gone.map(([name]) => name), started: started.map(([name]) => name) };
  }

  /** False: no server of that name is in use. */
  restart(name: string): boolean {
    const old = this.#running.get(name);
    const server = this.#configured.find((one) => one.name === name);
    if (this.isClosing || old === undefined || server === undefined) return false;
    const made = new Map(this.#started(server, this.#end(old, 'It was reconnected: make the call again.')));
    this.#running = new Map([...this.#running].map(([other, one]) => [other, made.get(other) ?? one]));
    made.get(name)?.wake();
    return true;
  }

  /** How often as many servers as may start at the same time have to, until all have. */
  rounds(): number {
    const isRemote = [...this.#running.values()].map((server) => server.isRemote);
    const rounds = (count: number, { limit }: Turns): number => Math.ceil(count / limit);
    const remote = isRemote.filter(Boolean).length;
    return Math.max(1, rounds(isRemote.length - remote, this.#local), rounds(remote, this.#remote));
  }

  close(): Promise<void> {
    return (this.#closing ??= Promise.all([...this.all().map((one) => one.close()), ...this.#ending]).then(
      () => {},
    ));
  }

  /** @param after what has to end before it may start */
  #started(server: ConfiguredServer, after?: Promise<void>): readonly (readonly [string, McpServer])[] {
    if (server.start.status !== 'ready') return [];
    const { entry } = server.start;
    const isRemote = entry.connection.kind !== 'stdio';
    const turns = isRemote ? this.#remote : this.#local;
    const {
      clientInfo,
      client,
      validator,
      isDeferred,
      env,
      waitsForAll,
      traceparent,
      background,
      showImage,
    } = this.#options;
    const started: McpServer = new McpServer({
      server,
      entry,
      transport: this.#options,
      limits: serverLimits(env, isRemote),
      validator,
      isDeferred,
      clientInfo,
      client,
      traceparent,
      background,
      showImage,
      remedy: remedyForModel(server, this.#options.reconnectCommand),
      usesCatalog: !waitsForAll,
      takeTurn: async (signal) => {
        await after;
        return turns.take(signal);
      },
      onChange: () => {
        if (this.#running.get(server.name) === started) this.#onChange(server.name);
      },
    });
    return [[server.name, started]];
  }

  /** Never rejects. */
  #end(server: McpServer, reason: string): Promise<void> {
    const ended = server.close(reason);
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
    return ended;
  }
}

/** Two that are equal need no new start. */
function identityOf({ scope, raw, start }: ConfiguredServer): string {
  return JSON.stringify([scope, raw, start]);
}

/** Why a server that ran in a session no longer does, given its entry now. */
function whyEnded(now: ConfiguredServer | undefined): string {
  if (now === undefined) return 'It was removed from the configuration.';
  return now.start.status === 'ready'
    ? 'Its entry has changed, and it is restarting: make the call again.'
    : now.start.reason;
}

function atOnce(given: string | undefined, fallback: number): number {
  const value = Number(given ?? '');
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
