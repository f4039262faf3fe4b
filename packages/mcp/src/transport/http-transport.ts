import { present } from '@sluice/base';
import { getOwn } from '@sluice/core';
import type {
  FetchLike,
  OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { RemoteAuthorization } from '../auth/access-tokens.ts';
import { EventQueue } from './event-queue.ts';
import { readMessage, requestId, type OutgoingMessage, type RequestId } from './json-rpc.ts';
import { classifyFailure, refusalIn, type Failure } from './http-failure.ts';
import type { GivenSecrets } from './given-secrets.ts';
import { IgnoredEvents } from './ignored-events.ts';
import { NetworkFailure } from '../network-failure.ts';
import { PacedAnswers } from './paced-answers.ts';
import { redactForms } from '../redact-secrets.ts';
import { remoteProblem } from './remote-problem.ts';
import type { ServerLog } from './server-log.ts';
import { HTTP_RECONNECTS } from './reconnect-delay.ts';
import { watchAnswers } from './watch-answers.ts';
import type { McpTransport, OpenedTransport, SendOptions, TransportEvent } from './transport.ts';

export interface HttpTransportOptions {
  /** `http`: Streamable HTTP; `sse`: its predecessor, a stream of events and a second address for messages. */
  readonly kind: 'http' | 'sse';
  readonly url: string;
  /** Sent with each request to the server's own origin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** Provides access tokens; undefined: only `headers` are sent. */
  readonly authorization: RemoteAuthorization | undefined;
  /** Logs in without a user. Undefined: it doesn't. */
  readonly machine: OAuthClientProvider | undefined;
  /** How the user logs in: a sentence with a command. Asked when a login is missing. */
  readonly loginHint: () => string;
  /** Whether a login was sent with a request so far. */
  readonly hasSentLogin: () => boolean;
  /** Redacts secrets in what the user or a log is shown. */
  readonly redact: (text: string) => string;
  /** What the server is given. */
  readonly secrets: GivenSecrets;
  /** Called if there is something to write. The log is closed with the transport. */
  readonly openLog: () => ServerLog;
}

/** How long a server may take to end its session. */
const GOODBYE_MS = 1_000;

/** Talks to a remote server with the transports of the protocol's own package, which is loaded here. */
export async function openHttpTransport(options: HttpTransportOptions): Promise<OpenedTransport> {
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const reason = `Its url ${JSON.stringify(redactForms(options.url))} is not an http:// or https:// address.`;
    return { ok: false, code: 'failed', reason };
  }
  const sdk = await import('@modelcontextprotocol/client');
  const authProvider = options.authorization ?? options.machine;
  const whole = new Map<RequestId, string>();
  const ignored = new IgnoredEvents(options.openLog, options.redact);
  // The older transport tells of it in a text of its own.
  let unreached: NetworkFailure | undefined;
  const noting: FetchLike = async (input, init) => {
    unreached = undefined;
    try {
      return await (options.authorization?.fetch ?? options.fetch)(input, init);
    } catch (error) {
      if (error instanceof NetworkFailure) unreached = error;
      throw error;
    }
  };
  const fetchFn = watchAnswers(noting, {
    kind: options.kind,
    isReadable: (value) => isReadable(() => sdk.parseJSONRPCMessage(value)),
    onWhole: (id, reason) => whole.set(id, reason),
    onInvalid: (invalid) => transport.messages.push({ type: 'lost', ...invalid }),
    onIgnored: (data) => ignored.add(data),
  });
  const common = {
    requestInit: { headers: options.headers },
    fetch: fetchFn,
    ...present({ authProvider }),
  };
  const wire =
    options.kind === 'http'
      ? new sdk.StreamableHTTPClientTransport(url, { ...common, reconnectionOptions: HTTP_RECONNECTS })
      : new sdk.SSEClientTransport(url, common);
  const transport = new HttpTransport(wire, {
    kind: options.kind,
    url,
    loginHint: options.loginHint,
    hasSentLogin: options.hasSentLogin,
    whole,
    ignored,
    classify: (error) => classifyFailure(error, sdk),
    causeOf: (error) => (error instanceof sdk.SseError ? (unreached ?? error) : error),
    redact: options.redact,
    secrets: options.secrets,
  });
  try {
    await wire.start();
  } catch (error) {
    const { reason, needsLogin } = transport.explain(error);
    // Of the older transport, what reads the stream would go on trying.
    await transport.close();
    return { ok: false, code: needsLogin ? 'needs-auth' : 'failed', reason };
  }
  transport.watchStream((error) => error instanceof sdk.SseError);
  return { ok: true, transport };
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

type Wire = StreamableHTTPClientTransport | SSEClientTransport;

interface WireContext {
  readonly kind: HttpTransportOptions['kind'];
  readonly url: URL;
  readonly loginHint: HttpTransportOptions['loginHint'];
  readonly hasSentLogin: HttpTransportOptions['hasSentLogin'];
  /** Requests whose response has come as a whole once `wire.send` has settled, and what is wrong if that was no answer. */
  readonly whole: Map<RequestId, string>;
  readonly ignored: IgnoredEvents;
  readonly classify: (error: unknown) => Failure;
  /** Why a stream could not be opened, if that is known. */
  readonly causeOf: (error: unknown) => unknown;
  /** A server's error may repeat what it was sent. */
  readonly redact: (text: string) => string;
  readonly secrets: GivenSecrets;
}

class HttpTransport implements McpTransport {
  readonly messages = new EventQueue<TransportEvent>();
  readonly #wire: Wire;
  readonly #context: WireContext;
  readonly #answers = new PacedAnswers(() => {
    this.#failure = 'It sent more requests than it lets Sluice answer.';
    this.messages.end();
    void this.close();
  });
  #greeting: RequestId | undefined;
  #failure: string | undefined;
  #needsLogin = false;
  #isExpired = false;
  #refused: RequestId | undefined;
  #closing: Promise<void> | undefined;

  constructor(wire: Wire, context: WireContext) {
    this.#wire = wire;
    this.#context = context;
    Object.assign(wire, {
      onmessage: (message: unknown) => this.#take(message),
      onclose: () => this.messages.end(),
    });
  }

  /** Call it once it is open: when the one stream of the older transport breaks, its session is gone. */
  watchStream(isStreamEnd: (error: Error) => boolean): void {
    if ('sessionId' in this.#wire) return;
    const onerror = (error: Error): void => {
      if (this.#closing !== undefined || !isStreamEnd(error)) return;
      this.#failure = 'The server ended its event stream.';
      this.messages.end();
      void this.close();
    };
    Object.assign(this.#wire, { onerror });
  }

  get failure(): string | undefined {
    return this.#failure;
  }
  get notice(): string | undefined {
    return this.#context.ignored.notice;
  }
  get secrets(): GivenSecrets {
    return this.#context.secrets;
  }
  get closesStreams(): boolean {
    return 'sessionId' in this.#wire;
  }
  get needsLogin(): boolean {
    return this.#needsLogin;
  }
  get isExpired(): boolean {
    return this.#isExpired;
  }
  get refused(): RequestId | undefined {
    return this.#refused;
  }

  send(message: OutgoingMessage, { headers, signal }: SendOptions = {}): void {
    if (this.#closing !== undefined) return;
    const id = requestId(message);
    if ('method' in message && message.method === 'initialize') this.#greeting = id;
    const options = {
      ...present({ headers, requestSignal: signal }),
      onRequestStreamEnd: () => {
        const { notice } = this;
        const how = 'The server ended the stream of the request without an answer.';
        const reason = notice === undefined ? how : `${how} ${notice}`;
        // After a response, nothing waits for it.
        if (id !== undefined) this.messages.push({ type: 'lost', id, reason });
      },
    };
    if ('method' in message) void this.#deliver(message, options);
    else this.#answers.push(() => this.#deliver(message, options));
  }

  /** Never rejects. */
  async #deliver(
    message: OutgoingMessage,
    options: NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>,
  ): Promise<void> {
    const id = requestId(message);
    const wire = this.#wire;
    try {
      await ('sessionId' in wire ? wire.send(message, options) : wire.send(message));
      // Who has been answered no longer waits, and doesn't hear of it.
      const reason = id === undefined ? undefined : this.#context.whole.get(id);
      if (id !== undefined && reason !== undefined) this.messages.push({ type: 'lost', id, reason });
    } catch (error) {
      if (this.#closing === undefined && options.requestSignal?.aborted !== true) this.#lose(message, error);
    } finally {
      if (id !== undefined) this.#context.whole.delete(id);
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  explain(error: unknown): { readonly reason: string; readonly needsLogin: boolean } {
    const { kind, status } = this.#context.classify(error);
    const isRefused = status === 403 && this.#context.hasSentLogin();
    if (kind === 'unauthorized' || status === 401 || isRefused) {
      const what = status === 403 ? 'rejected the login' : 'requires a login';
      return { reason: `It ${what}. ${this.#context.loginHint()}`, needsLogin: true };
    }
    const reason = this.#context.redact(remoteProblem(this.#context.causeOf(error), this.#context, status));
    return { reason, needsLogin: false };
  }

  #take(message: unknown): void {
    const read = readMessage(message);
    if (read === undefined) return;
    if (read.kind === 'response' && read.id === this.#greeting && read.result !== undefined) {
      const version = getOwn(read.result, 'protocolVersion');
      if (typeof version === 'string') this.#wire.setProtocolVersion(version);
    }
    this.messages.push({ type: 'message', message: read });
  }

  #lose(message: OutgoingMessage, error: unknown): void {
    const { reason, needsLogin } = this.explain(error);
    // The server has forgotten the session, and has done nothing.
    const isExpired = this.#context.classify(error).status === 404 && this.#hasSession();
    if (needsLogin || isExpired) {
      this.#needsLogin = needsLogin;
      this.#refused = needsLogin && 'id' in message && 'method' in message ? message.id : undefined;
      this.#isExpired = isExpired;
      this.#failure = isExpired ? 'The server ended the session.' : reason;
      this.messages.end();
      void this.close();
    } else if ('id' in message && 'method' in message) {
      const { status } = this.#context.classify(error);
      const refusal = refusalIn(error, message.id);
      if (refusal !== undefined) this.messages.push({ type: 'message', message: refusal });
      else {
        const isUnsent = error instanceof NetworkFailure && error.isUnsent;
        const isUndone = status === 403 && message.method === 'tools/call';
        const said = isUndone ? `${reason} The call had no effects.` : reason;
        this.messages.push({ type: 'lost', id: message.id, reason: said, status, isUnsent });
      }
    }
  }

  #hasSession(): boolean {
    return 'sessionId' in this.#wire && this.#wire.sessionId !== undefined;
  }

  async #close(): Promise<void> {
    this.#answers.close();
    this.#context.ignored.close();
    if (!this.#isExpired && this.#hasSession() && 'terminateSession' in this.#wire) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, GOODBYE_MS);
      await Promise.race([this.#wire.terminateSession().catch(() => {}), promise]);
      clearTimeout(timer);
    }
    await this.#wire.close().catch(() => {});
    this.messages.end();
  }
}
