import { isOfAgentSdk, presentItems, Turns } from '@sluice/base';
import {
  getOwn,
  isJsonObject,
  type AnyTool,
  type JsonObject,
  type SchemaValidator,
  type ToolPool,
  type ToolSources,
} from '@sluice/core';
import type { ClientFacts } from './client/asks/answer-server.ts';
import { McpServer } from './client/mcp-server.ts';
import type { PeerAnswer } from './client/peer.ts';
import type { McpPrompt } from './client/prompts.ts';
import type { CallBackground } from './client/movable-call.ts';
import type { ListedResource } from './client/resources/listed-resource.ts';
import { listResources, resourceTools } from './client/resources/resource-tools.ts';
import {
  serverLimits,
  LOCAL_AT_ONCE,
  REMOTE_AT_ONCE,
  WAKE_MS,
  FIRST_REQUEST_OF_EXPECTED_MS,
  CALLED_TOOL_WAIT_MS,
} from './client/server-limits.ts';
import type { ShowImage } from './client/results/check-images.ts';
import type { ConfiguredServer } from './config/configured-server.ts';
import { isInClient } from './config/client-server.ts';
import { shownConfig } from './config/shown-config.ts';
import type { McpServerState, McpServerStatus } from './server-status.ts';
import type { TransportContext } from './transport/transport-context.ts';
import { serverPrefix } from './tool-names.ts';
import { anyToolOf, isServerDenied, toolNamed } from './is-server-denied.ts';
import { deniedTools } from './denied-tools.ts';
import { firstLine, remedyForModel, remedyForUser, withRemedy, type ReconnectCommand } from './remedies.ts';
import { within } from './within.ts';

/**
 * The MCP servers of a session. They connect in the background; the tools of each join the session's pool as the source
 * `mcp:<name>`, and leave it when the server goes.
 */
export interface McpServers extends AsyncDisposable, ToolSources {
  /** In the order of their names. */
  status(): readonly McpServerStatus[];
  /** Of the connected servers, in name order. Changes are reported to `onChange`. */
  prompts(): readonly McpPrompt[];
  /** What connected servers offer as resources, asked for now. Never rejects. */
  resources(signal: AbortSignal): Promise<readonly ListedResource[]>;
  /** What servers say about their tools for the model, in the order of their names: cleaned, at most 2 KiB each. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  onChange(listener: () => void): () => void;
  /** Names of servers that connect for the first time, unless `isDenied` for every tool they could have. */
  connecting(isDenied: (tool: AnyTool) => boolean): readonly string[];
  /** Servers that can't be used until the user logs in, with the reason, unless `isDenied` for every tool they could have. */
  needingLogin(
    isDenied: (tool: AnyTool) => boolean,
  ): readonly { readonly name: string; readonly reason: string }[];
  /** Waits as long as the first request of a session does for its tools, which then join the pool. Once they have, it returns at once. */
  readyForFirstRequest(signal?: AbortSignal): Promise<void>;
  /**
   * Replaces the servers: new ones start, missing ones end, and those with a changed entry are restarted. The others keep running.
   */
  update(servers: readonly ConfiguredServer[]): void;
  /** Connects the server that a tool of this name is of, if all that is known of it is from an earlier session: it may have more tools now. */
  wake(toolName: string): void;
  /**
   * Waits for the server that a tool of this name would be of, at most five seconds; a remote one that has failed is tried again.
   * Undefined: none that may still offer it is connecting. Never rejects.
   */
  arrival(toolName: string): Promise<void> | undefined;
  /**
   * Waits for those of the chosen servers that are connecting, as long as a server may take to connect. Undefined: none of them is, or a
   * rule denies them. Never rejects.
   */
  connected(isChosen: IsChosen, signal?: AbortSignal): Promise<void> | undefined;
  /** Why the server that a tool of this name would be of can't be used now, in sentences for the model. Undefined: it can, or there is no such server. */
  whyMissing(toolName: string): string | undefined;
  /** Why the first of the chosen servers that can't be used now can't, in sentences for the user. */
  whyUnusable(isChosen: IsChosen): string | undefined;
  /** What the user can do about a server that failed, as a sentence. Undefined: it didn't, or there is nothing. */
  userRemedy(name: string): string | undefined;
  /** Ends a server's connection and makes a new one. False: no server of that name is in use. */
  reconnect(name: string): boolean;
  /** Connects remote servers that have failed, unless that was tried a moment ago: 5 seconds at first, later up to a minute. */
  retryFailed(): void;
  /** Files that change when a user logs in at a server. */
  loginFiles(): readonly string[];
  /** Connects servers that need a login, if another one has been made since they were last tried. */
  loginsChanged(): void;
  /** Notifies servers that the session's directories have changed. */
  rootsChanged(): void;
  /**
   * Calls a tool by its own name, outside of any run. Never rejects; `signal` ends the wait, and so does the time that the server's
   * entry gives to a call. No one is asked, no rule is checked, and the definition is not compared with the one that a rule allowed.
   * @param waitMs how long to wait for a server that still connects
   */
  call(
    call: {
      readonly server: string;
      readonly tool: string;
      readonly input: JsonObject;
      readonly signal: AbortSignal;
      /**
       * As for a call of a model: the tool is not run if its definition is no longer the one that is known now, which only a server
       * that connects for the call can bring about, or a change that it has announced. For callers that chose the tool by its
       * definition. Default false: hooks and `--permission-prompt-tool` name a tool in settings, and must work at their first call.
       */
      readonly isOnlyAsKnown?: boolean | undefined;
    },
    waitMs?: number,
  ): Promise<PeerAnswer>;
  /** Reads a resource, outside of any run. Never rejects; `signal` ends the wait. */
  readResource(
    what: { readonly server: string; readonly uri: string; readonly signal: AbortSignal },
    waitMs?: number,
  ): Promise<PeerAnswer>;
}

/** Whether a server is chosen, by its name and by what the names of its tools and prompts begin with: `mcp__a__`. */
export type IsChosen = (server: string, prefix: string) => boolean;

export interface McpServersOptions extends TransportContext {
  readonly servers: readonly ConfiguredServer[];
  readonly pool: Pick<ToolPool, 'update' | 'updateAll'>;
  readonly validator: SchemaValidator;
  /** Tools wait for tool search, but for those that say `alwaysLoad`. */
  readonly isDeferred: boolean;
  /** The first request waits until every server is connected or has failed. */
  readonly waitsForAll: boolean;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly client: ClientFacts;
  /** Where long calls of the main agent go on. Default: nowhere. */
  readonly background?: CallBackground | undefined;
  /** The rule that denies a tool, as text: of a server that is denied as a whole, resources and prompts are too. Default: none. */
  readonly denyingRule?: ((tool: AnyTool) => string | undefined) | undefined;
  /** What the user types to connect a server again. Default: there is no such command. */
  readonly reconnectCommand?: ReconnectCommand;
  /** The rule that asks about a tool, as text. Default: none. */
  readonly askingRule?: ((tool: AnyTool) => string | undefined) | undefined;
  /** Prepares images for models. Default: they are shown as they came. */
  readonly showImage?: ShowImage | undefined;
  /** The W3C `traceparent` that a call sends to its server. Must not throw. Default: none. */
  readonly traceparent?: ((callId: string) => string | undefined) | undefined;
}

/** Starts the servers that may be started; the others are there with the reason why they were not. */
export function openMcpServers(options: McpServersOptions): McpServers {
  return new Servers(options);
}

class Servers implements McpServers {
  readonly #options: McpServersOptions;
  #servers: readonly ConfiguredServer[];
  /** In the order of their names. */
  #running: ReadonlyMap<string, McpServer>;
  /** Servers that are no longer configured, until they have ended. */
  readonly #ending = new Set<Promise<void>>();
  readonly #local: Turns;
  readonly #remote: Turns;
  #resourceTools: readonly AnyTool[] | undefined;
  readonly #listeners = new Set<() => void>();
  /** When they began to connect: what the session does until its first request is part of the time that the request waits for them. */
  readonly #openedAt = performance.now();
  /** Until the first request no tool joins the pool. */
  #isHeld = true;
  #closing: Promise<void> | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(options: McpServersOptions) {
    this.#options = options;
    this.#local = new Turns(atOnce(options.env['MCP_SERVER_CONNECTION_BATCH_SIZE'], LOCAL_AT_ONCE));
    this.#remote = new Turns(atOnce(options.env['MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE'], REMOTE_AT_ONCE));
    this.#servers = options.servers;
    this.#running = new Map(options.servers.flatMap((server) => this.#started(server)));
  }

  update(servers: readonly ConfiguredServer[]): void {
    if (this.#closing !== undefined) return;
    const before = new Map(this.#servers.map((server) => [server.name, server]));
    const old = this.#running;
    const isSame = (server: ConfiguredServer): boolean => {
      const known = before.get(server.name);
      return known !== undefined && identityOf(known) === identityOf(server);
    };
    const kept = new Set(servers.filter(isSame).map(({ name }) => name));
    const gone = [...old].filter(([name]) => !kept.has(name));
    this.#servers = servers;
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
    if (!this.#isHeld) {
      for (const [name] of gone)
        this.#options.pool.update(
          `mcp:${name}`,
          [],
          `the MCP server ${name} was removed, or its entry changed`,
          !this.#running.has(name),
        );
      for (const [name, server] of this.#running) {
        if (old.get(name) === server) continue;
        // What is known of it from an earlier session.
        this.#publish(name);
        server.wake();
      }
    }
    for (const listener of [...this.#listeners]) listener();
  }

  wake(toolName: string): void {
    for (const [name, server] of this.#running)
      if (toolName.startsWith(`${serverPrefix(name)}__`)) server.wake();
  }

  arrival(toolName: string): Promise<void> | undefined {
    const named = [...this.#running.values()].filter(({ name }) =>
      toolName.startsWith(`${serverPrefix(name)}__`),
    );
    for (const server of named) server.retry();
    const awaited = named.filter((server) => server.isConnecting);
    if (awaited.length === 0) return undefined;
    return within(CALLED_TOOL_WAIT_MS, undefined, Promise.all(awaited.map((server) => server.settled())));
  }

  connected(isChosen: IsChosen, signal?: AbortSignal): Promise<void> | undefined {
    const awaited = [...this.#running.values()].filter(
      ({ name, isConnecting }) =>
        isConnecting && isChosen(name, `${serverPrefix(name)}__`) && !this.#isDenied(name),
    );
    if (awaited.length === 0) return undefined;
    const { connectMs } = serverLimits(this.#options.env, false);
    return within(connectMs, signal, Promise.all(awaited.map((server) => server.settled())));
  }

  reconnect(name: string): boolean {
    const old = this.#running.get(name);
    const server = this.#servers.find((one) => one.name === name);
    if (this.#closing !== undefined || old === undefined || server === undefined) return false;
    const made = new Map(
      this.#started(server, this.#end(old, 'It was connected again: make the call again.')),
    );
    this.#running = new Map([...this.#running].map(([other, one]) => [other, made.get(other) ?? one]));
    made.get(name)?.wake();
    for (const listener of [...this.#listeners]) listener();
    return true;
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
        if (this.#running.get(server.name) === started) this.#changed(server.name);
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

  status(): readonly McpServerStatus[] {
    return this.#servers.map((server) => {
      const running = this.#running.get(server.name);
      if (running === undefined) return idleStatus(server);
      const denied = deniedTools(server.name, running.tools, (tool) => this.#options.denyingRule?.(tool));
      const { status } = running;
      return denied === undefined ? status : { ...status, problems: [...status.problems, denied] };
    });
  }

  prompts(): readonly McpPrompt[] {
    const { denyingRule } = this.#options;
    return [...this.#running.values()].flatMap(({ name: server, prompts }) =>
      prompts.length === 0 || this.#isDenied(server)
        ? []
        : prompts.filter(({ name }) => denyingRule?.(toolNamed(name)) === undefined),
    );
  }

  resources(signal: AbortSignal): Promise<readonly ListedResource[]> {
    return listResources(this.#resourceServers(), signal);
  }

  instructions(): readonly { readonly server: string; readonly text: string }[] {
    return [...this.#running.values()].flatMap(({ name, instructions = '' }) =>
      instructions.trim() === '' ? [] : [{ server: name, text: instructions }],
    );
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  connecting(isDenied: (tool: AnyTool) => boolean): readonly string[] {
    return [...this.#running.values()]
      .filter((server) => server.isUnknown && !isServerDenied(server.name, isDenied))
      .map(({ name }) => name);
  }

  needingLogin(
    isDenied: (tool: AnyTool) => boolean,
  ): readonly { readonly name: string; readonly reason: string }[] {
    return this.#missing()
      .filter(({ state, name }) => state === 'needs-auth' && !isServerDenied(name, isDenied))
      .map(({ name, why }) => ({ name, reason: why }));
  }

  settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]> {
    // What they had in an earlier session may not be all that they have now.
    if (!this.#isHeld) for (const server of this.#running.values()) server.wake(true);
    return this.#settled(limitMs, signal);
  }

  async #settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]> {
    const connecting = (): readonly McpServer[] =>
      [...this.#running.values()].filter((one) => one.isConnecting);
    await within(limitMs, signal, Promise.all(connecting().map((one) => one.settled())));
    return connecting().map(({ name }) => name);
  }

  unavailable(): readonly string[] {
    return this.#missing().map(({ name, why, remedy }) => `${name}: ${withRemedy(why, remedy)}`);
  }

  whyMissing(toolName: string): string | undefined {
    return this.#whyUnusable((_server, prefix) => toolName.startsWith(prefix), false);
  }

  whyUnusable(isChosen: IsChosen): string | undefined {
    return this.#whyUnusable(isChosen, true);
  }

  #whyUnusable(isChosen: IsChosen, isForUser: boolean): string | undefined {
    const isOf = (name: string): boolean => isChosen(name, `${serverPrefix(name)}__`);
    const found = this.#missing().find(({ name }) => isOf(name));
    if (found === undefined) {
      const coming = [...this.#running.values()].find((server) => server.isConnecting && isOf(server.name));
      return coming && `The MCP server ${JSON.stringify(coming.name)} is still connecting. Try again later.`;
    }
    const { name, why, remedy } = found;
    return `The MCP server ${JSON.stringify(name)} can't be used: ${withRemedy(why, isForUser ? this.userRemedy(name) : remedy)}`;
  }

  userRemedy(name: string): string | undefined {
    const server = this.#servers.find((one) => one.name === name);
    const { state, reason = '' } = this.#running.get(name)?.phase ?? {};
    if (server === undefined || state !== 'failed') return undefined;
    return remedyForUser(server, reason, this.#options.reconnectCommand);
  }

  /** Servers that a person could make usable. */
  #missing(): readonly {
    readonly name: string;
    readonly state: McpServerState;
    /** What it wrote before it exited is left out. */
    readonly why: string;
    readonly remedy: string | undefined;
  }[] {
    return this.#servers.flatMap((server) => {
      const { name } = server;
      const { state, reason = state } = this.#running.get(name)?.phase ?? idleStatus(server);
      if (state !== 'failed' && state !== 'needs-auth' && state !== 'pending-approval') return [];
      const remedy =
        server.start.status === 'ready' && state === 'failed'
          ? remedyForModel(server, this.#options.reconnectCommand)
          : undefined;
      return [{ name, state, why: firstLine(reason), remedy }];
    });
  }

  async readyForFirstRequest(signal?: AbortSignal): Promise<void> {
    if (!this.#isHeld) return;
    const { env, waitsForAll } = this.#options;
    const { firstRequestMs, connectMs } = serverLimits(env, false);
    const expectsGiven = firstRequestMs > 0 && isOfAgentSdk(env);
    // A server may be started twice, and may have to wait for the turns of others that never respond.
    const limitMs = waitsForAll
      ? 2 * this.#rounds() * connectMs
      : Math.max(0, firstRequestMs - (performance.now() - this.#openedAt));
    const expected = this.#servers
      .filter((server) => isExpected(server) || (expectsGiven && server.scope === 'flag'))
      .map(async ({ name }) => this.#running.get(name)?.settled());
    await Promise.all([
      this.#settled(limitMs, signal),
      within(Math.max(firstRequestMs, FIRST_REQUEST_OF_EXPECTED_MS), signal, Promise.all(expected)),
    ]);
    // In the order of names, whichever was quickest: a model's list that is the same each time is cached.
    this.#isHeld = false;
    this.#publish(...this.#running.keys());
    this.#waking = setTimeout(() => {
      for (const server of this.#running.values()) if (!server.isFresh) server.wake();
    }, WAKE_MS);
    this.#waking.unref();
  }

  /** How often as many servers as may start at the same time have to, until all have. */
  #rounds(): number {
    const isRemote = [...this.#running.values()].map((server) => server.isRemote);
    const rounds = (count: number, { limit }: Turns): number => Math.ceil(count / limit);
    const remote = isRemote.filter(Boolean).length;
    return Math.max(1, rounds(isRemote.length - remote, this.#local), rounds(remote, this.#remote));
  }

  retryFailed(): void {
    for (const server of this.#running.values()) server.retry();
  }

  loginFiles(): readonly string[] {
    return presentItems([...this.#running.values()].map((server) => server.loginFile));
  }

  loginsChanged(): void {
    for (const server of this.#running.values()) server.loginChanged();
  }

  rootsChanged(): void {
    for (const server of this.#running.values()) server.rootsChanged();
  }

  call(
    { server, tool, input, signal, isOnlyAsKnown = false }: Parameters<McpServers['call']>[0],
    waitMs = 0,
  ): Promise<PeerAnswer> {
    const objection = isOnlyAsKnown ? this.#running.get(server)?.objectionTo(tool) : undefined;
    return this.#request(
      server,
      'tools/call',
      { name: tool, arguments: input },
      { signal, objection },
      waitMs,
    );
  }

  readResource(
    { server, uri, signal }: Parameters<McpServers['readResource']>[0],
    waitMs = 0,
  ): Promise<PeerAnswer> {
    if (this.#isDenied(server))
      return Promise.resolve({ status: 'closed', reason: `A rule denies the MCP server ${server}.` });
    return this.#request(server, 'resources/read', { uri }, { signal }, waitMs);
  }

  async #request(
    server: string,
    method: string,
    params: JsonObject,
    options: { readonly signal: AbortSignal; readonly objection?: (() => string | undefined) | undefined },
    waitMs: number,
  ): Promise<PeerAnswer> {
    const found = this.#running.get(server);
    if (found === undefined) return { status: 'closed', reason: `There is no MCP server ${server}.` };
    if (found.isConnecting) await within(waitMs, options.signal, found.settled());
    if (found.isConnecting) return { status: 'closed', reason: 'It still connects.' };
    return found.request(method, params, { ...options, timeoutMs: found.callMs });
  }

  [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#waking);
    return (this.#closing ??= Promise.all([
      ...[...this.#running.values()].map((one) => one.close()),
      ...this.#ending,
    ]).then(() => {}));
  }

  #changed(name: string): void {
    if (this.#closing !== undefined) return;
    if (!this.#isHeld) this.#publish(name);
    for (const listener of [...this.#listeners]) listener();
  }

  #publish(...names: readonly string[]): void {
    const { pool } = this.#options;
    pool.updateAll(
      names.map((name) => ({
        source: `mcp:${name}`,
        tools: this.#running.get(name)?.tools ?? [],
        why: `the MCP server ${name} no longer offers it`,
      })),
    );
    // They stay once they are there: a server that has died starts again when it is asked.
    if (this.#resourceServers().length === 0) return;
    this.#resourceTools ??= resourceTools(
      () => this.#resourceServers(),
      this.#options.isDeferred,
      (server) => this.#options.askingRule?.(anyToolOf(server)),
    );
    pool.update('mcp', this.#resourceTools);
  }

  #resourceServers(): readonly McpServer[] {
    return [...this.#running.values()].filter(
      ({ name, capabilities = {} }) =>
        isJsonObject(getOwn(capabilities, 'resources')) && !this.#isDenied(name),
    );
  }

  #isDenied(server: string): boolean {
    return isServerDenied(server, (tool) => this.#options.denyingRule?.(tool) !== undefined);
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
    ? 'Its entry has changed, and it starts anew: make the call again.'
    : now.start.reason;
}

function isExpected({ start }: ConfiguredServer): boolean {
  return start.status === 'ready' && (start.entry.alwaysLoad || start.entry.connection.kind === 'client');
}

function idleStatus(server: ConfiguredServer): McpServerStatus {
  const { name, scope, start, notices } = server;
  return {
    name,
    scope,
    config: shownConfig(server),
    isInClient: isInClient(server),
    state: start.status === 'ready' ? 'connecting' : start.status,
    reason: start.status === 'ready' ? undefined : start.reason,
    tools: [],
    problems: notices,
    definitionTokens: 0,
    sizeProblem: undefined,
    serverInfo: undefined,
    protocolVersion: undefined,
  };
}

function atOnce(given: string | undefined, fallback: number): number {
  const value = Number(given ?? '');
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
