import { join } from 'node:path';
import { presentItems } from '@sluice/base';
import { getOwn, type AnyTool, type JsonObject } from '@sluice/core';
import { isInClient } from '../config/client-server.ts';
import { shownConfig } from '../config/shown-config.ts';
import { canonical } from '../config/entry-hash.ts';
import type { McpServerStatus } from '../server-status.ts';
import { isNestedDeeper, MAX_RESULT_NESTING } from '../nesting.ts';
import { cleanText } from './definitions/clean-text.ts';
import type { McpConnection } from './connect/connection.ts';
import { AllowedDefinitions } from './definitions/allowed-definitions.ts';
import { sizeProblem } from './definitions/definition-size.ts';
import { ServerKeeper } from './connect/kept-server.ts';
import { eraDoubt } from './link/era-doubt.ts';
import { serverIdentity } from './link/server-identity.ts';
import { ServerLink } from './link/server-link.ts';
import { untilAborted } from './link/until-aborted.ts';
import { ListRefresh } from './lists/list-refresh.ts';
import { ServerPrompts } from './lists/server-prompts.ts';
import { ServerTools } from './lists/server-tools.ts';
import type { McpServerOptions } from './mcp-server-options.ts';
import type { PeerAnswer } from './peer.ts';
import type { McpPrompt } from './prompts.ts';
import type { Idle, SendOptions } from './send-request.ts';
import { shortReason, shortStatus } from './definitions/shown-limits.ts';
import { STATELESS_VERSION } from './stateless-meta.ts';
import { within } from '../within.ts';
import { PROMPTS_WAIT_MS, MAX_INSTRUCTIONS_BYTES } from './server-limits.ts';

const NOTHING_KNOWN = { lists: undefined, prompts: undefined, listsAgeMs: 0 };

/** One server of a session: connects in the background, keeps its tool list current, and reconnects if it dies. */
export class McpServer {
  readonly #options: McpServerOptions;
  readonly #link: ServerLink;
  readonly #tools: ServerTools;
  readonly #prompts: ServerPrompts;
  readonly #refresh: ListRefresh;
  readonly #promptRefresh: ListRefresh;
  /** What it reported about itself at its latest connection. */
  #info:
    | Pick<McpConnection, 'serverInfo' | 'protocolVersion' | 'isStateless' | 'capabilities' | 'instructions'>
    | undefined;
  /** For running calls: notifies the engine that a call is waiting for the user. */
  readonly #idlers = new Set<Idle>();

  constructor(options: McpServerOptions) {
    this.#options = options;
    const { server, entry, transport } = options;
    // Nothing about a server in the client outlives the client.
    const isOfClient = entry.connection.kind === 'client';
    const stateDirectory = isOfClient ? undefined : transport.stateDirectory;
    const keeper = new ServerKeeper(stateDirectory && join(stateDirectory, 'mcp-catalog'), () =>
      serverIdentity(options),
    );
    const isOfProject = server.scope === 'project' || server.scope === 'local';
    const definitions = new AllowedDefinitions(
      stateDirectory && join(stateDirectory, 'mcp-definitions'),
      server.name,
      () => [isOfProject ? transport.projectRoot : '', canonical(server.raw)].join('\0'),
    );
    this.#refresh = new ListRefresh(() => this.#listAgain());
    this.#promptRefresh = new ListRefresh(() => this.#listPrompts(this.#link.connection));
    this.#prompts = new ServerPrompts(options, keeper, (...request) => this.request(...request));
    this.#tools = new ServerTools(options, {
      keeper,
      definitions,
      request: (...request) => this.request(...request),
      isStateless: () => this.#info?.isStateless === true,
      onTaken: (ms) => this.#refresh.took(ms),
    });
    const { knownForMs, freshForMs } = options.limits;
    const {
      lists: known,
      prompts = [],
      listsAgeMs,
    } = options.usesCatalog && !isOfClient ? keeper.read(knownForMs) : NOTHING_KNOWN;
    if (known !== undefined) {
      this.#info = { ...known, isStateless: known.protocolVersion === STATELESS_VERSION };
      this.#tools.takeItems(known.tools, undefined);
      this.#prompts.take(prompts, undefined);
    }
    this.#link = new ServerLink(
      options,
      keeper,
      {
        onOpened: (...opened) => this.#opened(...opened),
        onNotification: (method) => this.#notified(method),
        onWait: (wait) => {
          for (const idle of this.#idlers) void idle(wait);
        },
      },
      // The first request waits for one that says `alwaysLoad`.
      entry.alwaysLoad ? undefined : known && (known.ttlMs ?? freshForMs) - listsAgeMs,
    );
  }

  get name(): string {
    return this.#options.server.name;
  }

  get tools(): readonly AnyTool[] {
    return this.#tools.tools;
  }

  get prompts(): readonly McpPrompt[] {
    return this.#prompts.prompts;
  }

  /** What is wrong with its lists, a sentence each. */
  get listProblems(): readonly string[] {
    return [...this.#tools.problems, ...this.#prompts.problems];
  }

  /** The part of its status that is found out without looking at its tools. */
  get phase(): Pick<McpServerStatus, 'state' | 'reason'> {
    const { state } = this.#link;
    if (state.status === 'failed') return { state: state.code, reason: shortReason(state.reason) };
    return { state: state.status === 'closed' ? 'disabled' : state.status, reason: undefined };
  }

  get status(): McpServerStatus {
    const { server } = this.#options;
    const { definitionTokens, isListUnread } = this.#tools;
    return shortStatus({
      name: server.name,
      scope: server.scope,
      config: shownConfig(server),
      isInClient: isInClient(server),
      ...this.phase,
      tools: this.tools.map(({ name }) => name),
      problems: presentItems([...server.notices, ...this.listProblems, this.#link.notice]),
      ...{ definitionTokens, isListUnread },
      sizeProblem: sizeProblem(definitionTokens),
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
    return this.#link.state.status === 'connecting';
  }

  /** It connects, and nothing is known of it yet. */
  get isUnknown(): boolean {
    return this.isConnecting && this.#info === undefined;
  }

  /** It need not connect before its first call: what is known of it is fresh, and is all that it has. */
  get isFresh(): boolean {
    const { state } = this.#link;
    const hasPrompts = getOwn(this.#info?.capabilities ?? {}, 'prompts') !== undefined;
    return state.status === 'cached' && state.freshForMs > 0 && !hasPrompts;
  }

  /** The file that a login at it changes. Undefined: it has none. */
  get loginFile(): string | undefined {
    return this.#link.loginFile;
  }

  /** Connects it if it needs a login, and another one has been made since it was last tried. */
  loginChanged(): void {
    this.#link.loginChanged();
  }

  /** Connects a remote server again that has failed, unless that was tried a moment ago. */
  retry(): void {
    this.#link.retry();
  }

  wake(isOnlyStale = false): void {
    this.#link.wake(isOnlyStale);
  }

  /** Settles when the attempt that runs now is over. */
  settled(): Promise<void> {
    return this.#link.settled();
  }

  /** Sends a request, reconnecting first if the server died. Never rejects. */
  async request(method: string, params: JsonObject, options: SendOptions): Promise<PeerAnswer> {
    const { signal, idle, objection, onSend, ...rest } = options;
    const link = this.#link;
    if (idle !== undefined) this.#idlers.add(idle);
    try {
      for (let isFirst = true; ; isFirst = false) {
        const found = await this.#connectionFor(signal, objection !== undefined);
        if (found === undefined) return { status: 'aborted' };
        if (typeof found === 'string') return { status: 'closed', reason: found };
        const unread = objection === undefined ? undefined : this.#tools.unread;
        if (unread !== undefined) return { status: 'lost', reason: unread.reason, isUnsent: true };
        const reason = objection?.();
        if (reason !== undefined) return { status: 'lost', reason, isUnsent: true, isChanged: true };
        const { idleMs } = this.#options.limits;
        onSend?.();
        link.requests.began(found);
        const answer = await found.request(method, params, { ...rest, signal, idleMs });
        link.requests.ended(found);
        if (answer.status === 'result' && isNestedDeeper(answer.result, MAX_RESULT_NESTING))
          return { status: 'lost', reason: `It is nested more than ${MAX_RESULT_NESTING} deep.` };
        const era = isFirst ? eraDoubt(answer, method) : undefined;
        if (era !== undefined && link.startsInOtherEra(found, era === 'certain')) continue;
        if (answer.status !== 'closed') return answer;
        if (answer.isRefused === true)
          return { ...answer, reason: `${answer.reason} The call had no effects.` };
        if (answer.isUndone !== true) {
          const reason = `${answer.reason} The call may have had effects. ${link.prospect}`;
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
    this.#link.connection?.notify('notifications/roots/list_changed');
  }

  /** The capabilities that the server declared; undefined: it was never connected. */
  get capabilities(): JsonObject | undefined {
    return this.#info?.capabilities;
  }

  /** Why a call of a tool, by its own name, must not be sent later: it is no longer as it is known now. Undefined: it isn't known. */
  objectionTo(wireName: string): (() => string | undefined) | undefined {
    return this.#tools.objectionTo(wireName);
  }

  /** Ends the server and everything it started, because of `reason`, a sentence. Never rejects; may be called again. */
  close(reason?: string): Promise<void> {
    this.#refresh.close();
    this.#promptRefresh.close();
    return this.#link.close(reason);
  }

  /**
   * The live connection, or why there is none. Undefined: the wait was aborted.
   * @param isListed a change of its tools that it has announced is read first, and so is a list that failed earlier
   */
  async #connectionFor(signal: AbortSignal, isListed: boolean): Promise<McpConnection | string | undefined> {
    const { unread } = this.#tools;
    const found = await this.#link.live(signal);
    if (!isListed || typeof found !== 'object') return found;
    const isStillUnread = unread !== undefined && unread === this.#tools.unread;
    const awaited = this.#refresh.awaited ?? (isStillUnread ? this.#listAgain() : undefined);
    // Once: a server that announces changes all the time is still called.
    if (awaited === undefined) return found;
    await untilAborted(awaited, signal);
    return signal.aborted ? undefined : this.#link.live(signal);
  }

  async #opened(connection: McpConnection, signal: AbortSignal, deadline: number): Promise<void> {
    const leftMs = (): number => Math.max(0, deadline - performance.now());
    // Tools of the other era are called in another way.
    if (this.#info?.isStateless !== connection.isStateless) this.#tools.forget();
    this.#info = connection;
    const prompts = this.#listPrompts(connection);
    await this.#tools.list(connection, signal, leftMs());
    // Tools don't wait longer for prompts, which may come later.
    await within(Math.min(PROMPTS_WAIT_MS, leftMs()), signal, prompts);
  }

  #notified(method: string): void {
    if (method === 'notifications/tools/list_changed') this.#refresh.changed();
    if (method === 'notifications/prompts/list_changed') this.#promptRefresh.changed();
  }

  /** Never rejects. */
  async #listAgain(): Promise<void> {
    const { connection, signal } = this.#link;
    if (connection !== undefined) await this.#tools.listAgain(connection, signal);
    this.#options.onChange();
  }

  /** Never rejects. */
  async #listPrompts(connection: McpConnection | undefined): Promise<void> {
    const isNew = connection && (await this.#prompts.list(connection, this.#link.signal));
    if (isNew === true && this.#link.connection !== undefined) this.#options.onChange();
  }
}
