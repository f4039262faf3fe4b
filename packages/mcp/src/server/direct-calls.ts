import type {
  CallToolResult,
  InputRequest,
  JSONRPCRequest,
  LoggingLevel,
  Notification,
  RequestId,
  RequestOptions,
  Server,
} from '@modelcontextprotocol/server';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { instancesIn } from '../instances.ts';
import { callProgress, ConnectionLink, type OpenRequest } from './connection-link.ts';
import type { ServedClient } from './serving.ts';

/** A `tools/call` in its ordinary form. */
interface PlainCall {
  readonly request: JSONRPCRequest;
  readonly name: string;
  readonly input: JsonObject;
  readonly meta: JsonObject;
  readonly progressToken: string | number | undefined;
}

type Outcome =
  | { readonly status: 'done'; readonly result: CallToolResult }
  | { readonly status: 'failed'; readonly error: unknown };

export interface DirectCallsOptions {
  readonly server: Server;
  readonly client: () => ServedClient;
  /** Milliseconds that a question may wait for the client. */
  readonly answerWaitMs: number;
  /** Writes a response to the client. */
  readonly send: (response: { jsonrpc: '2.0'; id: RequestId; result: CallToolResult }) => Promise<void>;
  /** Has the package handle a request. */
  readonly handOver: (request: JSONRPCRequest) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Tool calls of a connection of the 2025 era, without the package's eight checks by schema for each. Only what is plainly valid goes this
 * way: a request with nothing but a name, arguments and a progress token, and a result of texts. The package gets everything else: it
 * handles other requests, and it checks and sends other results and all errors.
 */
export class DirectCalls {
  readonly #options: DirectCallsOptions;
  readonly #running = new Map<RequestId, AbortController>();
  /** What the package is about to send. */
  readonly #finished = new Map<RequestId, Outcome>();

  constructor(options: DirectCallsOptions) {
    this.#options = options;
  }

  /** Takes a message of the client. False: it is for the package. */
  take(message: object): boolean {
    const method = getOwn(message, 'method');
    if (method === 'notifications/cancelled') return this.#cancel(message);
    const call = method === 'tools/call' ? plainCall(message) : undefined;
    if (call === undefined || this.#running.has(call.request.id)) return false;
    void this.#run(call);
    return true;
  }

  /** The result of a call that was handed over after it had run. Undefined: it hasn't. Throws what the call threw. */
  takeFinished(id: RequestId): CallToolResult | undefined {
    const outcome = this.#finished.get(id);
    this.#finished.delete(id);
    if (outcome?.status === 'failed') throw outcome.error;
    return outcome?.result;
  }

  /** The client has disconnected: its calls are aborted. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #run({ request, name, input, meta, progressToken }: PlainCall): Promise<void> {
    const { server, client, answerWaitMs } = this.#options;
    const { id } = request;
    const controller = new AbortController();
    const { signal } = controller;
    const open = new ServerRequest(server, id);
    const progress = callProgress(progressToken, open);
    this.#running.set(id, controller);
    let outcome: Outcome;
    try {
      const link = new ConnectionLink(server, open, answerWaitMs);
      const instances = instancesIn(meta);
      const result = await client().run({ name, input, instances, link, signal, onProgress: progress.push });
      outcome = { status: 'done', result };
    } catch (error) {
      outcome = { status: 'failed', error };
    }
    progress.close();
    this.#running.delete(id);
    // A canceled request has no response.
    if (!signal.aborted) this.#answer(request, outcome);
  }

  #answer(request: JSONRPCRequest, outcome: Outcome): void {
    const { id } = request;
    const { send, handOver, onError } = this.#options;
    if (outcome.status === 'done' && isPlainResult(outcome.result)) {
      send({ jsonrpc: '2.0', id, result: outcome.result }).catch(onError);
      return;
    }
    this.#finished.set(id, outcome);
    handOver(request);
  }

  #cancel(message: object): boolean {
    const params = getOwn(message, 'params');
    const id = isJsonObject(params) ? getOwn(params, 'requestId') : undefined;
    const controller = typeof id === 'string' || typeof id === 'number' ? this.#running.get(id) : undefined;
    controller?.abort();
    return controller !== undefined;
  }
}

/** What the package offers the handler of a request, for one that it doesn't handle. */
class ServerRequest implements OpenRequest {
  readonly #server: Server;
  readonly #id: RequestId;

  constructor(server: Server, id: RequestId) {
    this.#server = server;
    this.#id = id;
  }

  send(request: InputRequest, options: RequestOptions): Promise<unknown> {
    return this.#server.request(request, { ...options, relatedRequestId: this.#id });
  }

  notify(notification: Notification): Promise<void> {
    return this.#server.notification(notification, { relatedRequestId: this.#id });
  }

  log(level: LoggingLevel, data: unknown): Promise<void> {
    return this.#server.sendLoggingMessage({ level, data });
  }
}

const CALL_KEYS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Undefined: it is not, or something about it is for the package to judge. */
function plainCall(message: object): PlainCall | undefined {
  const id = getOwn(message, 'id');
  const params = getOwn(message, 'params');
  if (Object.keys(message).length !== 4 || !isId(id) || !isJsonObject(params)) return undefined;
  if (!Object.keys(params).every((key) => CALL_KEYS.has(key))) return undefined;
  const [name, input = {}, meta = {}] = [
    getOwn(params, 'name'),
    getOwn(params, 'arguments'),
    getOwn(params, '_meta'),
  ];
  if (typeof name !== 'string' || !isJsonObject(input) || !isJsonObject(meta)) return undefined;
  const progressToken = getOwn(meta, 'progressToken');
  if (progressToken !== undefined && !isId(progressToken)) return undefined;
  // The protocol's own keys mean something to the package.
  if (Object.keys(meta).some((key) => key.startsWith('io.modelcontextprotocol/'))) return undefined;
  return { request: { jsonrpc: '2.0', id, method: 'tools/call', params }, name, input, meta, progressToken };
}

/** Texts and nothing else: such a result is valid, and the package would leave it as it is. */
function isPlainResult(result: CallToolResult): boolean {
  for (const key in result) if (key !== 'content' && key !== 'isError') return false;
  return result.content.every(isPlainText);
}

function isPlainText(block: CallToolResult['content'][number]): boolean {
  for (const key in block) if (key !== 'type' && key !== 'text') return false;
  return block.type === 'text' && typeof block.text === 'string';
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
