import { errorText, MAX_TIMER_MS } from '@sluice/base';
import { cutLine, getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '../transport/json-rpc.ts';
import type { McpTransport, TransportEvent } from '../transport/transport.ts';
import { isStateless } from './stateless-meta.ts';

/** How a request ended. */
export type PeerAnswer =
  | { readonly status: 'result'; readonly result: JsonObject }
  /** The server refused it. */
  | { readonly status: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** `idle`: no message arrived for that long; otherwise it exceeded its total time. */
  | { readonly status: 'timed-out'; readonly afterMs: number; readonly isIdle: boolean }
  | { readonly status: 'aborted' }
  /** The response arrived but is invalid. */
  | {
      readonly status: 'lost';
      readonly reason: string;
      /** The HTTP status, if there was no JSON-RPC response. */
      readonly httpStatus?: number | undefined;
      /** The request was not sent. */
      readonly isUnsent?: boolean | undefined;
      /** It was not sent because the tool is no longer the one that the call was decided on. */
      readonly isChanged?: boolean | undefined;
    }
  /** The connection ended first. The server may have done the work. */
  | {
      readonly status: 'closed';
      readonly reason: string;
      /** The server ended while it had the request. */
      readonly isCut?: boolean;
      /** The server has not processed it. */
      readonly isUndone?: boolean;
      /** The server refused it without acting on it. */
      readonly isRefused?: boolean;
    };

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Total milliseconds. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds without progress. Default: no limit. */
  readonly idleMs?: number | undefined;
  /** Added to the HTTP request that carries it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with each progress report. Must not throw. Without it, no progress is requested. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** What the server may ask; `undefined` where the method is not known. A throw is an error for the server. */
export type RequestHandler = (
  method: string,
  params: JsonObject,
  signal: AbortSignal,
) => Promise<JsonObject | undefined>;

export interface PeerOptions {
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onRequest: RequestHandler;
  /** Called once, when the connection has ended. */
  readonly onClose: (reason: string | undefined) => void;
}

/** UTF-16 units. */
const MAX_PROGRESS_MESSAGE = 1_000;

/** A question came while calls ran, and none of these is left. */
const NO_CALL = new Error('The call has ended.');

/** Methods whose results are for a model or the user alone. Those of others hold names and cursors that go back to the server. */
const SHOWN_RESULTS: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** A question of the server. */
interface Asked {
  readonly controller: AbortController;
  /** The calls that ran when it came: it belongs to one of them, and no one says to which. Empty: it came by itself. */
  readonly calls: Set<RequestId>;
}

interface Pending {
  readonly method: string;
  readonly settle: (answer: PeerAnswer) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Requests and answers over one transport, in both directions. An answer is waited for no longer than its request says. */
export class Peer {
  readonly #transport: McpTransport;
  readonly #options: PeerOptions;
  readonly #pending = new Map<RequestId, Pending>();
  readonly #asked = new Map<RequestId, Asked>();
  #nextId = 0;
  #isClosed = false;

  constructor(transport: McpTransport, options: PeerOptions) {
    this.#transport = transport;
    this.#options = options;
    void this.#read();
  }

  /** Never rejects. After an abort or a timeout, the server is notified, and its late response is dropped. */
  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<PeerAnswer> {
    const { signal, timeoutMs, idleMs, onProgress, headers } = options;
    if (this.#isClosed) return Promise.resolve(this.#closedAnswer());
    if (signal?.aborted === true) return Promise.resolve({ status: 'aborted' });
    this.#nextId += 1;
    const id = this.#nextId;
    const { promise, resolve } = Promise.withResolvers<PeerAnswer>();
    const meta = getOwn(params, '_meta');
    const own = isJsonObject(meta) ? meta : undefined;
    const closesStream = this.#transport.closesStreams === true && own !== undefined && isStateless(own);
    const stream = closesStream ? new AbortController() : undefined;
    let idle: NodeJS.Timeout | undefined;
    const startIdle = (): void => {
      clearTimeout(idle);
      if (idleMs === undefined) return;
      idle = timer(idleMs, () => {
        // The server can't continue while it waits for the user.
        if (this.#asked.size > 0) startIdle();
        else giveUp({ status: 'timed-out', afterMs: idleMs, isIdle: true });
      });
    };
    const wall =
      timeoutMs === undefined
        ? undefined
        : timer(timeoutMs, () => giveUp({ status: 'timed-out', afterMs: timeoutMs, isIdle: false }));
    const settle = (answer: PeerAnswer): void => {
      clearTimeout(wall);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      this.#withdrawAsked(id);
      // What else comes on it is of no use.
      if (answer.status === 'lost') stream?.abort();
      resolve(answer);
    };
    const giveUp = (answer: PeerAnswer): void => {
      settle(answer);
      stream?.abort();
      // The protocol doesn't allow canceling `initialize`.
      if (stream === undefined && method !== 'initialize')
        this.notify('notifications/cancelled', { requestId: id, reason: answer.status });
    };
    const onAbort = (): void => giveUp({ status: 'aborted' });
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#pending.set(id, {
      method,
      settle,
      onProgress(progress) {
        startIdle();
        onProgress?.(progress);
      },
    });
    startIdle();
    const withToken = onProgress === undefined ? params : { ...params, _meta: { ...own, progressToken: id } };
    this.#transport.send(
      { jsonrpc: '2.0', id, method, params: withToken },
      { headers, signal: stream?.signal },
    );
    return promise;
  }

  notify(method: string, params: JsonObject = {}): void {
    if (!this.#isClosed) this.#transport.send({ jsonrpc: '2.0', method, params });
  }

  /** Takes what was given to the server as a secret out of a text. */
  mask(text: string): string {
    return this.#transport.secrets?.mask(text) ?? text;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #read(): Promise<void> {
    for await (const event of this.#transport.messages) {
      if (event.type === 'lost') this.#lose(event);
      else if (event.message.kind === 'response') this.#take(event.message);
      else if (event.message.kind === 'request') void this.#answer(event.message);
      else this.#notified(event.message.method, event.message.params);
    }
    this.#isClosed = true;
    for (const { controller } of this.#asked.values()) controller.abort();
    for (const [id, { settle }] of [...this.#pending]) settle(this.#closedAnswer(id));
    this.#options.onClose(this.#transport.failure);
  }

  #closedAnswer(id?: RequestId): PeerAnswer {
    const { failure = 'The connection was closed.', isExpired, refused } = this.#transport;
    const isRefused = id !== undefined && id === refused;
    return { status: 'closed', reason: failure, isUndone: isExpired === true, isRefused };
  }

  #take({ id, result, error }: JsonRpcResponse): void {
    // A second response to the same request, or one that is no longer expected, is dropped.
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (error !== undefined)
      return pending.settle({ status: 'error', ...error, message: this.mask(error.message) });
    const { secrets } = this.#transport;
    if (secrets === undefined || result === undefined)
      return pending.settle({ status: 'result', result: result ?? {} });
    const isShown = SHOWN_RESULTS.has(pending.method);
    pending.settle({
      status: 'result',
      result: isShown ? secrets.maskResult(result) : secrets.maskListing(result),
    });
  }

  /** Without an id it can only be about the one request that is open. */
  #lose({
    id,
    reason,
    status: httpStatus,
    isUnsent,
  }: Extract<TransportEvent, { readonly type: 'lost' }>): void {
    const only = this.#pending.size === 1 ? [...this.#pending.values()][0] : undefined;
    const pending = id === undefined ? only : this.#pending.get(id);
    pending?.settle({ status: 'lost', reason, httpStatus, isUnsent });
  }

  #notified(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      const token = getOwn(params, 'progressToken');
      const pending = typeof token === 'number' ? this.#pending.get(token) : undefined;
      const [progress, total, message] = ['progress', 'total', 'message'].map((key) => getOwn(params, key));
      pending?.onProgress?.({
        progress: typeof progress === 'number' ? progress : 0,
        total: typeof total === 'number' ? total : undefined,
        message: typeof message === 'string' ? cutLine(this.mask(message), MAX_PROGRESS_MESSAGE) : undefined,
      });
      return;
    }
    if (method === 'notifications/cancelled') {
      const id = getOwn(params, 'requestId');
      if (typeof id === 'number' || typeof id === 'string') this.#asked.get(id)?.controller.abort();
      return;
    }
    this.#options.onNotification(method, params);
  }

  async #answer({ id, method, params }: JsonRpcRequest): Promise<void> {
    if (method === 'ping') return this.#transport.send({ jsonrpc: '2.0', id, result: {} });
    // With one id for two questions, a server could take the answer to one for that to the other.
    if (this.#asked.has(id))
      return this.#refuse(id, INVALID_REQUEST, 'A request with this id is still open.');
    const controller = new AbortController();
    const running = [...this.#pending].filter(([, one]) => SHOWN_RESULTS.has(one.method));
    this.#asked.set(id, { controller, calls: new Set(running.map(([call]) => call)) });
    try {
      const result = await this.#options.onRequest(method, params, controller.signal);
      if (this.#isClosed || isDropped(controller.signal)) return;
      if (result !== undefined) this.#transport.send({ jsonrpc: '2.0', id, result });
      else this.#refuse(id, METHOD_NOT_FOUND, `The method ${method} is not supported.`);
    } catch (error) {
      if (!this.#isClosed && !isDropped(controller.signal))
        this.#refuse(id, INTERNAL_ERROR, errorText(error));
    } finally {
      this.#asked.delete(id);
    }
  }

  /** Withdraws what the server asks once none of the calls is left that it can be for. */
  #withdrawAsked(call: RequestId): void {
    for (const { controller, calls } of this.#asked.values())
      if (calls.delete(call) && calls.size === 0) controller.abort(NO_CALL);
  }

  #refuse(id: RequestId, code: number, message: string): void {
    this.#transport.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

/** The server no longer wants the answer. */
function isDropped({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason !== NO_CALL;
}

function timer(ms: number, action: () => void): NodeJS.Timeout {
  return setTimeout(action, Math.min(ms, MAX_TIMER_MS));
}
