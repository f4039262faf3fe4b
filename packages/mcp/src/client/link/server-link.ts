import { errorText, presentItems } from '@sluice/base';
import { loginFileOf } from '../connect/kept-identity.ts';
import type { McpConnection } from '../connect/connection.ts';
import type { ServerKeeper } from '../connect/kept-server.ts';
import { protocolFor } from '../connect/protocol-for.ts';
import type { McpServerOptions } from '../mcp-server-options.ts';
import { FailedStarts, SseReconnects } from '../../transport/reconnect-delay.ts';
import type { McpTransport } from '../../transport/transport.ts';
import { CarriedRequests } from './carried-requests.ts';
import { GIVEN_UP, RecentStarts } from './recent-starts.ts';
import { serverIdentity } from './server-identity.ts';
import { untilAborted } from './until-aborted.ts';

type State =
  /** `reason`: why it couldn't be reached when that was last tried; `freshForMs`: how long what is known of it is sure to be right, from the start of the session. */
  | { readonly status: 'cached'; readonly freshForMs: number; readonly reason?: string | undefined }
  | { readonly status: 'connecting'; readonly attempt: Promise<void> }
  | { readonly status: 'connected'; readonly connection: McpConnection }
  | { readonly status: 'failed'; readonly reason: string; readonly code: 'failed' | 'needs-auth' }
  | { readonly status: 'closed'; readonly reason: string };

export interface LinkEvents {
  /**
   * A new connection: what it lists is read before the server counts as connected, and before `deadline` of `performance.now()`, at which
   * its time to connect is over. Must not reject but for a failure of the connection.
   */
  readonly onOpened: (connection: McpConnection, signal: AbortSignal, deadline: number) => Promise<void>;
  readonly onNotification: (method: string) => void;
  /** Called with each wait for the user. */
  readonly onWait: (wait: Promise<unknown>) => void;
}

/** The connection to one server: opened in its turn, lost, opened again, and closed. */
export class ServerLink {
  readonly #options: McpServerOptions;
  readonly #keeper: ServerKeeper;
  readonly #events: LinkEvents;
  readonly #ending = new AbortController();
  #state: State;
  /** Of the latest connection. */
  #transport: Pick<McpTransport, 'notice'> | undefined;
  readonly #starts = new RecentStarts();
  #hasProbedAgain = false;
  readonly #requests = new CarriedRequests();
  /** Of servers whose connection is a stream that breaks now and then. */
  readonly #reconnects: SseReconnects | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  readonly #failedStarts = new FailedStarts();
  /** Its connection has broken, and hasn't been opened again. */
  #isLost = false;
  /** Who was logged in when it was last connected to. */
  #loginTried = '';

  /** @param freshForMs for how long what is known of the server is sure to be right; undefined: nothing is known, and it connects now */
  constructor(
    options: McpServerOptions,
    keeper: ServerKeeper,
    events: LinkEvents,
    freshForMs: number | undefined,
  ) {
    this.#options = options;
    this.#keeper = keeper;
    this.#events = events;
    this.#reconnects = options.entry.connection.kind === 'sse' ? new SseReconnects() : undefined;
    this.#state =
      freshForMs === undefined
        ? { status: 'connecting', attempt: this.#connect() }
        : { status: 'cached', freshForMs };
  }

  get state(): State {
    return this.#state;
  }

  /** Undefined: there is none now. */
  get connection(): McpConnection | undefined {
    return this.#state.status === 'connected' ? this.#state.connection : undefined;
  }

  /** Aborted when the server is closed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** What its transport has to say, for the user. */
  get notice(): string | undefined {
    return this.#transport?.notice;
  }

  /** The file that a login at it changes. Undefined: it has none. */
  get loginFile(): string | undefined {
    return loginFileOf(this.#options.entry.connection, this.#options.transport);
  }

  /** Connects it if it needs a login, and another one has been made since it was last tried. */
  loginChanged(): void {
    const state = this.#state;
    if (state.status !== 'failed' || state.code !== 'needs-auth') return;
    if (serverIdentity(this.#options) === this.#loginTried) return;
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

  /**
   * Connects a server that is only known from an earlier session.
   * @param isOnlyStale not while that is fresh, nor if the server couldn't be reached when that was last tried
   */
  wake(isOnlyStale = false): void {
    if (this.#state.status !== 'cached') return;
    if (isOnlyStale && (this.#state.freshForMs > 0 || this.#state.reason !== undefined)) return;
    clearTimeout(this.#reconnect);
    this.#state = { status: 'connecting', attempt: this.#connect() };
  }

  /** Settles when the attempt that runs now is over. */
  async settled(): Promise<void> {
    if (this.#state.status === 'connecting') await this.#state.attempt;
  }

  /** The live connection, or why there is none, after reconnecting if the server died. Undefined: the wait was aborted. */
  live(signal: AbortSignal): McpConnection | Promise<McpConnection | string | undefined> {
    return this.#state.status === 'connected'
      ? this.#state.connection
      : untilAborted(this.#connection(), signal);
  }

  /** Counts what is sent by a connection, which may be replaced meanwhile. */
  get requests(): Pick<CarriedRequests, 'began' | 'ended'> {
    return this.#requests;
  }

  /** What becomes of a server whose connection broke, for the model. */
  get prospect(): string {
    if (this.#state.status === 'closed') return this.#state.reason;
    return this.#starts.mayStart ? 'The server will be restarted for its next call.' : GIVEN_UP;
  }

  /** Connects to a server again that no longer has the era in which it was greeted. False: that is not tried. */
  startsInOtherEra(connection: McpConnection, isCertain: boolean): boolean {
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
    this.#requests.replace(connection);
    return true;
  }

  /** Ends the server and everything it started. Never rejects; may be called again. */
  async close(reason = 'The session has ended.'): Promise<void> {
    clearTimeout(this.#reconnect);
    this.#ending.abort(new Error(reason));
    const state = this.#state;
    this.#state = state.status === 'closed' ? state : { status: 'closed', reason };
    if (state.status === 'connecting') await state.attempt;
    const open = [...this.#requests.leaving, ...(state.status === 'connected' ? [state.connection] : [])];
    await Promise.all(open.map((connection) => connection.close()));
  }

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
        return state.reason;
      default:
        return state satisfies never;
    }
  }

  /** False: it has started too often. */
  #restart(): boolean {
    if (!this.#starts.mayStart) return false;
    this.#starts.started();
    this.#state = { status: 'connecting', attempt: this.#connect() };
    this.#options.onChange();
    return true;
  }

  /** Never rejects. */
  async #connect(): Promise<void> {
    const { signal } = this.#ending;
    try {
      const endTurn = await this.#options.takeTurn(signal);
      try {
        await this.#open(signal, endTurn);
      } finally {
        endTurn();
      }
    } catch (error) {
      this.#fail(errorText(error));
    }
  }

  /** @param endTurn another server may start */
  async #open(signal: AbortSignal, endTurn: () => void): Promise<void> {
    const { limits, ...options } = this.#options;
    this.#loginTried = serverIdentity(this.#options);
    // What speaks with servers is loaded with the first that connects: a known one does so after the first request.
    const { openConnection } = await import('../connect/open-connection.ts');
    const deadline = performance.now() + limits.connectMs;
    const opened = await openConnection({
      ...options,
      keeper: this.#keeper,
      connectMs: limits.connectMs,
      signal,
      onWait: this.#events.onWait,
      onNotification: this.#events.onNotification,
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
    const isListed = this.#events.onOpened(current, signal, deadline);
    // It has started, and was asked for its lists: the next one starts meanwhile.
    endTurn();
    await isListed;
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
}
