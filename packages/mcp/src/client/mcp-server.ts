import { join } from 'node:path';
import { errorText, nearestName, present, presentItems } from '@sluice/base';
import { getOwn, isJsonObject, type AnyTool, type JsonObject, type SchemaValidator } from '@sluice/core';
import { isInClient } from '../config/client-server.ts';
import { shownConfig } from '../config/shown-config.ts';
import { canonical } from '../config/entry-hash.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { McpServerStatus } from '../server-status.ts';
import { METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from '../transport/json-rpc.ts';
import type { McpTransport } from '../transport/transport.ts';
import type { TransportContext } from '../transport/transport-context.ts';
import { isNestedDeeper, MAX_RESULT_NESTING } from '../nesting.ts';
import { INSTANCES_META_KEY } from '../instances.ts';
import type { ClientFacts } from './asks/answer-server.ts';
import { cleanText } from './definitions/clean-text.ts';
import type { McpConnection } from './connect/connection.ts';
import { AllowedDefinitions } from './definitions/allowed-definitions.ts';
import { createTool } from './create-tool.ts';
import { definitionTokens, sizeProblem } from './definitions/definition-size.ts';
import { listPages } from './list-pages.ts';
import type { ListedTool } from './definitions/listed-tool.ts';
import { keptIdentity, loginFileOf } from './connect/kept-identity.ts';
import { ServerKeeper } from './connect/kept-server.ts';
import { openConnection, protocolFor } from './connect/open-connection.ts';
import type { CallBackground } from './movable-call.ts';
import type { PeerAnswer, Progress } from './peer.ts';
import { listPrompts, readPrompts, type AskForPrompt, type McpPrompt } from './prompts.ts';
import type { ServerLimits } from './server-limits.ts';
import type { ShowImage } from './results/check-images.ts';
import { shortStatus } from './definitions/shown-limits.ts';
import { STATELESS_VERSION } from './stateless-meta.ts';
import { FailedStarts, SseReconnects } from '../transport/reconnect-delay.ts';
import { toolNames } from '../tool-names.ts';
import { ToolItems } from './definitions/tool-items.ts';
import { within } from '../within.ts';
import {
  MAX_RESTARTS,
  RESTARTS_WITHIN_MS,
  LIST_TIMEOUT_MS,
  COALESCE_MS,
  REFRESH_SHARE,
  PROMPTS_WAIT_MS,
  MAX_INSTRUCTIONS_BYTES,
} from './server-limits.ts';

const GIVEN_UP = 'It has failed too often in five minutes, and is not started again until they are over.';

export interface McpServerOptions {
  readonly server: ConfiguredServer;
  readonly entry: ServerEntry;
  readonly transport: TransportContext;
  readonly limits: ServerLimits;
  readonly validator: SchemaValidator;
  /** Its tools wait for tool search. */
  readonly isDeferred: boolean;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly client: ClientFacts;
  /** The W3C `traceparent` that a call sends. Must not throw. */
  readonly traceparent: ((callId: string) => string | undefined) | undefined;
  /** Where long calls go on. Undefined: nowhere. */
  readonly background: CallBackground | undefined;
  /** Prepares images for models. Undefined: they are shown as they came. */
  readonly showImage: ShowImage | undefined;
  /** What the user can do if it can't be connected to, as a sentence. */
  readonly remedy: string | undefined;
  /** Its tools are known from an earlier session, and it connects when a tool is called, or by `wake`. */
  readonly usesCatalog: boolean;
  /** Waits until it is this server's turn to start; the returned function ends its turn. */
  readonly takeTurn: (signal: AbortSignal) => Promise<() => void>;
  /** Called when its tools, or what is known about it, have changed. Must not throw. */
  readonly onChange: () => void;
}

type Idle = (wait: Promise<unknown>) => Promise<unknown>;

type State =
  /** `reason`: why it couldn't be reached when that was last tried; `freshForMs`: how long what is known of it is sure to be right, from the start of the session. */
  | { readonly status: 'cached'; readonly freshForMs: number; readonly reason?: string | undefined }
  | { readonly status: 'connecting'; readonly attempt: Promise<void> }
  | { readonly status: 'connected'; readonly connection: McpConnection }
  | { readonly status: 'failed'; readonly reason: string; readonly code: 'failed' | 'needs-auth' }
  | { readonly status: 'closed' };

const NOTHING_KNOWN = { lists: undefined, prompts: undefined, listsAgeMs: 0 };

/** One server of a session: connects in the background, keeps its tool list current, and reconnects if it dies. */
export class McpServer {
  readonly #options: McpServerOptions;
  readonly #keeper: ServerKeeper;
  readonly #definitions: AllowedDefinitions;
  readonly #ending = new AbortController();
  #state: State;
  #tools: readonly AnyTool[] = [];
  #listed: readonly ListedTool[] = [];
  #problems: readonly string[] = [];
  /** Of the latest connection. */
  #transport: Pick<McpTransport, 'notice'> | undefined;
  #prompts: readonly McpPrompt[] = [];
  #promptProblems: readonly string[] = [];
  /** What it reported about itself at its latest connection. */
  #info:
    | Pick<McpConnection, 'serverInfo' | 'protocolVersion' | 'isStateless' | 'capabilities' | 'instructions'>
    | undefined;
  #starts: readonly number[] = [];
  #definitionTokens = 0;
  #isStale = false;
  #hasProbedAgain = false;
  /** How many requests are open on a connection. */
  readonly #carried = new WeakMap<McpConnection, number>();
  /** Connections that were replaced, until they are closed. */
  readonly #leaving = new Set<McpConnection>();
  /** For running calls: notifies the engine that a call is waiting for the user. */
  readonly #idlers = new Set<Idle>();
  #refresh: NodeJS.Timeout | undefined;
  /** Resolves when the list that is awaited or read again has been read. */
  #refreshed: PromiseWithResolvers<void> | undefined;
  #refreshWaitMs = COALESCE_MS;
  readonly #toolItems = new ToolItems();
  /** Of servers whose connection is a stream that breaks now and then. */
  readonly #reconnects: SseReconnects | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  readonly #failedStarts = new FailedStarts();
  /** Its connection has broken, and hasn't been opened again. */
  #isLost = false;
  /** Who was logged in when it was last connected to. */
  #loginTried = '';

  constructor(options: McpServerOptions) {
    this.#options = options;
    const { server, entry, transport } = options;
    const { projectRoot } = transport;
    // Nothing about a server in the client outlives the client.
    const isOfClient = entry.connection.kind === 'client';
    const stateDirectory = isOfClient ? undefined : transport.stateDirectory;
    this.#keeper = new ServerKeeper(stateDirectory && join(stateDirectory, 'mcp-catalog'), () =>
      this.#identity(),
    );
    this.#reconnects = entry.connection.kind === 'sse' ? new SseReconnects() : undefined;
    const isOfProject = server.scope === 'project' || server.scope === 'local';
    this.#definitions = new AllowedDefinitions(
      stateDirectory && join(stateDirectory, 'mcp-definitions'),
      server.name,
      [isOfProject ? projectRoot : '', canonical(server.raw)].join('\0'),
    );
    const { knownForMs, freshForMs } = options.limits;
    const {
      lists: known,
      prompts = [],
      listsAgeMs,
    } = options.usesCatalog && !isOfClient ? this.#keeper.read(knownForMs) : NOTHING_KNOWN;
    if (known === undefined) {
      this.#state = { status: 'connecting', attempt: this.#connect() };
    } else {
      this.#state = { status: 'cached', freshForMs: (known.ttlMs ?? freshForMs) - listsAgeMs };
      this.#info = { ...known, isStateless: known.protocolVersion === STATELESS_VERSION };
      this.#takeItems(known.tools, undefined);
      this.#takePrompts(prompts, undefined);
    }
  }

  get name(): string {
    return this.#options.server.name;
  }

  get tools(): readonly AnyTool[] {
    return this.#tools;
  }

  get prompts(): readonly McpPrompt[] {
    return this.#prompts;
  }

  get status(): McpServerStatus {
    const { server } = this.#options;
    const state = this.#state;
    const reason = state.status === 'failed' ? state.reason : undefined;
    return shortStatus({
      name: server.name,
      scope: server.scope,
      config: shownConfig(server),
      isInClient: isInClient(server),
      state: state.status === 'failed' ? state.code : state.status === 'closed' ? 'disabled' : state.status,
      reason,
      tools: this.#tools.map(({ name }) => name),
      problems: presentItems([
        ...server.notices,
        ...this.#problems,
        ...this.#promptProblems,
        this.#transport?.notice,
      ]),
      definitionTokens: this.#definitionTokens,
      sizeProblem: sizeProblem(this.#definitionTokens),
      serverInfo: this.#info?.serverInfo,
      protocolVersion: this.#info?.protocolVersion,
    });
  }

  /** For the model: cleaned and bounded. */
  get instructions(): string | undefined {
    const text = this.#info?.instructions;
    return text === undefined ? undefined : cleanText(text, MAX_INSTRUCTIONS_BYTES);
  }

  get isRemote(): boolean {
    return this.#options.entry.connection.kind !== 'stdio';
  }

  /** Milliseconds that a call may take in total, however often it reports progress. */
  get callMs(): number {
    const { entry, limits } = this.#options;
    return entry.timeoutMs ?? limits.callMs;
  }

  get isConnecting(): boolean {
    return this.#state.status === 'connecting';
  }

  /** It connects, and nothing is known of it yet. */
  get isUnknown(): boolean {
    return this.isConnecting && this.#info === undefined;
  }

  /** It need not connect before its first call: what is known of it is fresh, and is all that it has. */
  get isFresh(): boolean {
    const state = this.#state;
    const hasPrompts = getOwn(this.#info?.capabilities ?? {}, 'prompts') !== undefined;
    return state.status === 'cached' && state.freshForMs > 0 && !hasPrompts;
  }

  /** The file that a login at it changes. Undefined: it has none. */
  get loginFile(): string | undefined {
    return loginFileOf(this.#options.entry.connection, this.#options.transport);
  }

  /** Connects it if it needs a login, and another one has been made since it was last tried. */
  loginChanged(): void {
    const state = this.#state;
    if (state.status !== 'failed' || state.code !== 'needs-auth') return;
    if (this.#identity() === this.#loginTried) return;
    this.#state = { status: 'connecting', attempt: this.#connect() };
    this.#options.onChange();
  }

  /** Connects a remote server again that has failed, unless that was tried a moment ago. */
  retry(): void {
    const state = this.#state;
    const { kind } = this.#options.entry.connection;
    if (state.status !== 'failed' || state.code !== 'failed' || (kind !== 'http' && kind !== 'sse')) return;
    if (!this.#failedStarts.isRetryDue) return;
    this.#state = { status: 'connecting', attempt: this.#connect() };
    this.#options.onChange();
  }

  #identity(): string {
    const { server, entry, transport, client } = this.#options;
    const kinds = client.asks?.kinds ?? [];
    const asksModel = entry.asksModel === true && client.askModel !== undefined;
    const asks = asksModel ? [...kinds, 'sampling'] : kinds;
    return keptIdentity(server.name, entry.connection, transport, asks);
  }

  /** Connects a server that is only known from an earlier session. */
  wake(): void {
    if (this.#state.status !== 'cached') return;
    clearTimeout(this.#reconnect);
    this.#state = { status: 'connecting', attempt: this.#connect() };
  }

  /** Settles when the attempt that runs now is over. */
  async settled(): Promise<void> {
    if (this.#state.status === 'connecting') await this.#state.attempt;
  }

  /** Sends a request, reconnecting first if the server died. Never rejects. */
  async request(
    method: string,
    params: JsonObject,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress?: (progress: Progress) => void;
      readonly timeoutMs?: number;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      readonly idle?: Idle;
      /** Why it may not be sent, given the server's current tools. Undefined: it may. */
      readonly objection?: (() => string | undefined) | undefined;
    },
  ): Promise<PeerAnswer> {
    const { signal, idle, objection, ...rest } = options;
    if (idle !== undefined) this.#idlers.add(idle);
    try {
      for (let isFirst = true; ; isFirst = false) {
        const found = await this.#connectionFor(signal, objection !== undefined);
        if (found === undefined) return { status: 'aborted' };
        if (typeof found === 'string') return { status: 'closed', reason: found };
        const reason = objection?.();
        if (reason !== undefined) return { status: 'lost', reason, isUnsent: true, isChanged: true };
        const { idleMs } = this.#options.limits;
        this.#carries(found, 1);
        const answer = await found.request(method, params, { ...rest, signal, idleMs });
        this.#carries(found, -1);
        if (answer.status === 'result' && isNestedDeeper(answer.result, MAX_RESULT_NESTING))
          return { status: 'lost', reason: `It is nested more than ${MAX_RESULT_NESTING} deep.` };
        const era = isFirst ? eraDoubt(answer, method) : undefined;
        if (era !== undefined && this.#startsInOtherEra(found, era === 'certain')) continue;
        if (answer.status !== 'closed') return answer;
        if (answer.isRefused === true)
          return { ...answer, reason: `${answer.reason} The call had no effects.` };
        if (answer.isUndone !== true) {
          const reason = `${answer.reason} The call may have had effects. ${this.#mayRestart() ? 'The server starts again at its next call.' : GIVEN_UP}`;
          return { status: 'closed', reason, isCut: true };
        }
        // A session that the server has ended is started again, once.
        if (!isFirst) return answer;
      }
    } finally {
      if (idle !== undefined) this.#idlers.delete(idle);
    }
  }

  /** The directories that the session works in have changed. */
  rootsChanged(): void {
    if (this.#state.status === 'connected') this.#state.connection.notify('notifications/roots/list_changed');
  }

  /** The capabilities that the server declared; undefined: it was never connected. */
  get capabilities(): JsonObject | undefined {
    return this.#info?.capabilities;
  }

  /** Ends the server and everything it started. Never rejects; may be called again. */
  async close(): Promise<void> {
    clearTimeout(this.#refresh);
    this.#refreshed?.resolve();
    clearTimeout(this.#reconnect);
    this.#ending.abort(new Error('The session has ended.'));
    const state = this.#state;
    this.#state = { status: 'closed' };
    if (state.status === 'connecting') await state.attempt;
    const open = [...this.#leaving, ...(state.status === 'connected' ? [state.connection] : [])];
    await Promise.all(open.map((connection) => connection.close()));
  }

  /**
   * The live connection, or why there is none. Undefined: the wait was aborted.
   * @param isListed a change of its tools that it has announced is read first
   */
  async #connectionFor(signal: AbortSignal, isListed: boolean): Promise<McpConnection | string | undefined> {
    const live = (): McpConnection | Promise<McpConnection | string | undefined> =>
      this.#state.status === 'connected' ? this.#state.connection : untilAborted(this.#connection(), signal);
    const found = await live();
    // Once: a server that announces changes all the time is still called.
    if (!isListed || typeof found !== 'object' || this.#refreshed === undefined) return found;
    await untilAborted(this.#refreshed.promise, signal);
    return signal.aborted ? undefined : live();
  }

  /** The live connection, or why there is none. */
  async #connection(): Promise<McpConnection | string> {
    const hasGivenUp = this.#state.status === 'failed' && !this.#restart();
    this.wake();
    if (this.#state.status === 'connecting') await this.#state.attempt;
    const state = this.#state;
    switch (state.status) {
      case 'connected':
        return state.connection;
      case 'failed':
        return presentItems([
          state.reason,
          hasGivenUp ? GIVEN_UP : undefined,
          state.code === 'failed' ? this.#options.remedy : undefined,
        ]).join('\n');
      case 'cached':
        return state.reason ?? 'It is connecting.';
      case 'connecting':
        return 'It is connecting.';
      case 'closed':
        return 'The session has ended.';
      default:
        return state satisfies never;
    }
  }

  #recentStarts(): readonly number[] {
    const now = performance.now();
    return this.#starts.filter((at) => now - at < RESTARTS_WITHIN_MS);
  }

  #mayRestart(): boolean {
    return this.#recentStarts().length < MAX_RESTARTS;
  }

  /** False: it has started too often. */
  #restart(): boolean {
    if (!this.#mayRestart()) return false;
    this.#starts = [...this.#recentStarts(), performance.now()];
    this.#state = { status: 'connecting', attempt: this.#connect() };
    this.#options.onChange();
    return true;
  }

  /** A connection that was replaced carries the requests that it has, and no more. */
  #closeIfIdle(connection: McpConnection): void {
    if (!this.#leaving.has(connection) || (this.#carried.get(connection) ?? 0) > 0) return;
    void connection.close().then(() => this.#leaving.delete(connection));
  }

  #carries(connection: McpConnection, change: 1 | -1): void {
    this.#carried.set(connection, (this.#carried.get(connection) ?? 0) + change);
    this.#closeIfIdle(connection);
  }

  /** Connects to a server again that no longer has the era in which it was greeted. False: that is not tried. */
  #startsInOtherEra(connection: McpConnection, isCertain: boolean): boolean {
    const { entry, transport } = this.#options;
    if (protocolFor(entry, transport.env['MCP_PROTOCOL_NEGOTIATION']) !== 'auto' || this.#isClosed())
      return false;
    const state = this.#state;
    // Another request has found out first.
    if (state.status !== 'connected' || state.connection !== connection) return true;
    // Some servers say that they don't know the method when they don't know a tool.
    if (!isCertain && this.#hasProbedAgain) return false;
    this.#hasProbedAgain ||= !isCertain;
    if (!this.#restart()) return false;
    this.#keeper.forgetEra();
    this.#leaving.add(connection);
    this.#closeIfIdle(connection);
    return true;
  }

  /** Never rejects. */
  async #connect(): Promise<void> {
    const { signal } = this.#ending;
    try {
      const endTurn = await this.#options.takeTurn(signal);
      try {
        await this.#open(signal);
      } finally {
        endTurn();
      }
    } catch (error) {
      this.#fail(errorText(error));
    }
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { limits, ...options } = this.#options;
    this.#loginTried = this.#identity();
    const opened = await openConnection({
      ...options,
      keeper: this.#keeper,
      connectMs: limits.connectMs,
      signal,
      onWait: (wait) => {
        for (const idle of this.#idlers) void idle(wait);
      },
      onNotification: (method) => this.#notified(method),
      onClose: (connection, reason, needsLogin) => this.#lost(connection, reason, needsLogin),
    });
    if (!opened.ok) {
      if (opened.code === 'failed' && this.#isLost && this.#reconnectsLater(opened.reason)) return;
      return this.#fail(opened.reason, opened.code);
    }
    this.#isLost = false;
    this.#transport = opened.transport;
    const current = opened.connection;
    if (this.#isClosed()) return current.close();
    // Tools of the other era are called in another way.
    if (this.#info?.isStateless !== current.isStateless) this.#listed = [];
    this.#info = current;
    const prompts = this.#listPrompts(current);
    await this.#list(current);
    // Tools don't wait longer for prompts, which may come later.
    await within(PROMPTS_WAIT_MS, signal, prompts);
    if (this.#isClosed()) return current.close();
    // It may have died while it was listed.
    const { failure, needsLogin } = opened.transport;
    if (failure !== undefined) return this.#fail(failure, needsLogin === true ? 'needs-auth' : 'failed');
    this.#state = { status: 'connected', connection: current };
    this.#reconnects?.connected();
    this.#failedStarts.connected();
    this.#options.onChange();
  }

  #isClosed(): boolean {
    return this.#state.status === 'closed';
  }

  #fail(reason: string, code: 'failed' | 'needs-auth' = 'failed'): void {
    if (this.#isClosed()) return;
    this.#state = { status: 'failed', reason, code };
    this.#failedStarts.failed();
    this.#options.onChange();
  }

  #lost(connection: McpConnection, reason: string | undefined, needsLogin: boolean): void {
    const state = this.#state;
    if (state.status !== 'connected' || state.connection !== connection) return;
    this.#isLost = true;
    if (!needsLogin && this.#reconnectsLater(reason)) return;
    this.#fail(reason ?? 'The connection was closed.', needsLogin ? 'needs-auth' : 'failed');
  }

  /** Until then it is known, and connects at its next call. False: it isn't tried, or not any more. */
  #reconnectsLater(reason: string | undefined): boolean {
    const waitMs = this.#isClosed() ? undefined : this.#reconnects?.next();
    if (waitMs === undefined) return false;
    this.#state = { status: 'cached', freshForMs: Infinity, reason };
    this.#reconnect = setTimeout(() => this.wake(), waitMs);
    this.#reconnect.unref();
    this.#options.onChange();
    return true;
  }

  #notified(method: string): void {
    if (method === 'notifications/prompts/list_changed') return void this.#refreshPrompts();
    if (method !== 'notifications/tools/list_changed' || this.#refresh !== undefined) {
      this.#isStale ||= method === 'notifications/tools/list_changed';
      return;
    }
    this.#refreshed = Promise.withResolvers();
    this.#refresh = setTimeout(() => void this.#refreshList(), this.#refreshWaitMs);
    this.#refresh.unref();
  }

  /** Never rejects. */
  async #refreshList(): Promise<void> {
    const state = this.#state;
    this.#isStale = false;
    if (state.status === 'connected') {
      try {
        await this.#list(state.connection);
      } catch (error) {
        this.#problems = [`Its new list of tools can't be used: ${errorText(error)}`];
      }
      this.#options.onChange();
    }
    this.#refresh = undefined;
    this.#refreshed?.resolve();
    this.#refreshed = undefined;
    if (this.#isStale) this.#notified('notifications/tools/list_changed');
  }

  async #refreshPrompts(): Promise<void> {
    if (this.#state.status !== 'connected') return;
    await this.#listPrompts(this.#state.connection);
  }

  async #listPrompts(connection: McpConnection): Promise<void> {
    if (getOwn(connection.capabilities, 'prompts') === undefined) {
      [this.#prompts, this.#promptProblems] = [[], []];
      return this.#keeper.forgetPrompts();
    }
    const { items, problem } = await listPrompts(connection, this.#ending.signal);
    if (problem !== undefined && items.length === 0) {
      this.#promptProblems = [problem];
      return;
    }
    this.#takePrompts(items, problem);
    if (this.#options.limits.knownForMs > 0) this.#keeper.keepPrompts(items.filter(isJsonObject));
    if (this.#state.status === 'connected') this.#options.onChange();
  }

  #takePrompts(items: readonly unknown[], problem: string | undefined): void {
    const ask: AskForPrompt = (...request) => this.request(...request);
    const { prompts, problems } = readPrompts(items, this.name, ask, this.#options.showImage);
    this.#prompts = prompts;
    this.#promptProblems = presentItems([problem, ...problems]);
  }

  /** If a list fails altogether, the previous one remains. A server that has no tools has an empty list. */
  async #list(connection: McpConnection): Promise<void> {
    const hasTools = getOwn(connection.capabilities, 'tools') !== undefined;
    const options = { timeoutMs: LIST_TIMEOUT_MS, signal: this.#ending.signal };
    const { items, problem, isFailed, ttlMs } = hasTools
      ? await listPages(connection, 'tools/list', 'tools', options)
      : { items: [], problem: undefined, isFailed: false, ttlMs: undefined };
    if (isFailed) {
      this.#problems = problem === undefined ? [] : [problem];
      return;
    }
    this.#takeItems(items, problem);
    const { serverInfo, protocolVersion, capabilities, instructions } = connection;
    const tools = items.filter(isJsonObject);
    if (this.#options.limits.knownForMs === 0) return this.#keeper.forgetLists();
    this.#keeper.keepLists({ serverInfo, protocolVersion, capabilities, instructions, tools, ttlMs });
  }

  #takeItems(items: readonly unknown[], problem: string | undefined): void {
    const startedAt = performance.now();
    const { tools, problems } = this.#toolItems.read(items, (name) => this.#isWanted(name));
    this.#take(tools, presentItems([problem, ...problems]));
    this.#refreshWaitMs = Math.max(COALESCE_MS, (performance.now() - startedAt) / REFRESH_SHARE);
  }

  /** Why a call that was decided on an earlier definition of a tool must not be sent. Undefined: it is still the same. */
  #changeOf(name: string, decided: ListedTool): string | undefined {
    const index = this.#tools.findIndex((tool) => tool.name === name);
    if (index === -1) return `The MCP server ${this.name} no longer offers ${name}; nothing was run.`;
    const listed = this.#listed[index];
    if (listed === decided || canonical(listed) === canonical(decided)) return undefined;
    return `${name} has changed since this call was decided; nothing was run. Call it again.`;
  }

  /** Why a call of a tool, by its own name, must not be sent later: it is no longer as it is known now. Undefined: it isn't known. */
  objectionTo(wireName: string): (() => string | undefined) | undefined {
    const index = this.#listed.findIndex(({ name }) => name === wireName);
    const [decided, tool] = [this.#listed[index], this.#tools[index]];
    return decided && tool && (() => this.#changeOf(tool.name, decided));
  }

  /** By the `tools` of its entry. */
  #isWanted(name: string): boolean {
    const { include, exclude } = this.#options.entry.tools;
    return include?.includes(name) !== false && !exclude.includes(name);
  }

  #take(all: readonly ListedTool[], problems: string[]): void {
    const { server, entry, limits, validator, isDeferred, traceparent, background, showImage } =
      this.#options;
    const wanted = all.filter(({ name }) => this.#isWanted(name));
    problems.push(...unofferedTools(entry.tools, all));
    const { names, problems: sharedNames } = toolNames(
      server.name,
      all.map(({ name }) => name),
      (name) => this.#isWanted(name),
    );
    problems.push(...sharedNames);
    const before = new Map(this.#listed.map((tool, index) => [tool.name, index]));
    const kept: ListedTool[] = [];
    const tools: AnyTool[] = [];
    for (const tool of wanted) {
      const index = before.get(tool.name);
      const same = index === undefined ? undefined : this.#tools[index];
      const old = index === undefined ? undefined : this.#listed[index];
      const name = names.get(tool.name) ?? tool.name;
      // The same object if nothing has changed, so the model's list is unchanged.
      if (same !== undefined && same.name === name && JSON.stringify(old) === JSON.stringify(tool)) {
        kept.push(tool);
        tools.push(same);
        continue;
      }
      const created = createTool(name, tool, {
        name: server.name,
        plugin: server.plugin,
        isRemote: entry.connection.kind === 'http' || entry.connection.kind === 'sse',
        isTrusted: entry.isTrusted,
        isDeferred: isDeferred && !entry.alwaysLoad,
        mirrorsParameters: entry.connection.kind === 'http' && this.#info?.isStateless === true,
        timeoutMs: this.callMs,
        resultChars: limits.resultChars,
        validator,
        showImage,
        definitions: this.#definitions,
        background,
        callTool: (wireName, input, { instances, callId, ...options }) => {
          const meta = present({ [INSTANCES_META_KEY]: instances, traceparent: traceparent?.(callId) });
          const objection = (): string | undefined => this.#changeOf(name, tool);
          const params = { name: wireName, arguments: input, _meta: meta };
          return this.request('tools/call', params, { ...options, objection });
        },
      });
      if (created.ok) {
        kept.push(tool);
        tools.push(created.tool);
      } else problems.push(`The tool ${JSON.stringify(tool.name)} is left out. ${created.reason}`);
    }
    this.#listed = kept;
    this.#tools = tools;
    this.#definitionTokens = definitionTokens(kept);
    this.#problems = problems;
  }
}

/** Names in the entry's `tools` that the server has no tool for, a sentence each. */
function unofferedTools(
  { include = [], exclude }: ServerEntry['tools'],
  offered: readonly ListedTool[],
): readonly string[] {
  const names = offered.map(({ name }) => name);
  const ofList = (key: string, listed: readonly string[]): readonly string[] =>
    listed
      .filter((name) => !names.includes(name))
      .map((name) => {
        const own = /^mcp__.+?__(.+)$/.exec(name)?.[1];
        const near = own !== undefined && names.includes(own) ? own : nearestName(name, names);
        const hint = near === undefined ? 'Correct or remove the name.' : `Did you mean ${near}?`;
        return `"tools.${key}" in its entry names ${JSON.stringify(name)}, which it does not offer. ${hint}`;
      });
  return [...ofList('include', include), ...ofList('exclude', exclude)];
}

/** Whether the server did not carry out a request because it is no longer of the era that the connection has. */
function eraDoubt(answer: PeerAnswer, method: string): 'certain' | 'possible' | undefined {
  if (answer.status !== 'error') return undefined;
  if (answer.code === UNSUPPORTED_VERSION) return 'certain';
  return answer.code === METHOD_NOT_FOUND && method === 'tools/call' ? 'possible' : undefined;
}

async function untilAborted<Value>(wait: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onAbort = (): void => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([wait, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
