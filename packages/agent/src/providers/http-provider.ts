import { randomUUID } from 'node:crypto';
import type {
  Clock,
  LateToolForm,
  ModelEvent,
  ModelFailure,
  ModelProvider,
  ModelRequest,
} from '@sluice/core';
import type { Connections, Headers } from '../http/connections.ts';
import { ABORTED, cannotBeSent } from '../http/failures.ts';
import { postStream, type PostAnswer } from '../http/post-stream.ts';
import { readWhole } from '../http/read-whole.ts';
import { safeAddress } from '../http/safe-address.ts';
import { withRetries } from '../http/with-retries.ts';
import { thinkingForm, type ThinkingForm } from '../wire/anthropic-thinking.ts';
import { createBodyKeeper, type BodyKeeper } from '../wire/body-keeper.ts';
import { createWireFormat } from '../wire/create-wire-format.ts';
import { failureOf } from '../wire/failure-of.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { createBrokenStreams } from './broken-streams.ts';
import type { Redactor } from './redactor.ts';
import type { Endpoint } from './endpoint.ts';
import { lateToolForm } from './late-tool-form.ts';
import type { ModelLimits } from './model-limits.ts';
import { readAtOnce, readStreamed, type Answered } from './read-response.ts';
import type { Recorder } from './recorder.ts';
import { acceptedForm, noteRefusedForm } from './refused-late-tools.ts';
import type { RequestLimits } from './request-limits.ts';
import { searchesWeb } from './searches-web.ts';
import { withBetas } from './with-betas.ts';
import { createServerAdaptation } from './server-adaptation.ts';

interface HttpProviderOptions {
  readonly endpoint: Endpoint;
  readonly connections: Connections;
  readonly sizes: ModelLimits;
  readonly limits: RequestLimits;
  readonly redactor: Redactor;
  readonly recorder: Recorder | undefined;
  /** The user says that the server accepts tools that join late. */
  readonly wantsLateTools: boolean;
  /** Betas of Anthropic's API that the user wants. */
  readonly betas: readonly string[];
  /** The program that the requests are made for, as it names itself. Undefined: it doesn't. */
  readonly clientApp: string | undefined;
  /** How often text is read, at most: see `ModelChoice`. */
  readonly textEveryMs: number | undefined;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Of an error body; messages have no room for more. */
const MAX_ERROR_BYTES = 256 * 1024;
/** A server that takes longer to send its error is cut off. */
const MAX_ERROR_MS = 10_000;
/** How often one request is adapted to a server's rejections before the rejection is reported. */
const MAX_CHANGES = 5;

export function createHttpProvider(options: HttpProviderOptions): ModelProvider {
  return new HttpProvider(options);
}

/** A request in the form that the server has accepted so far. */
interface Asked {
  readonly request: ModelRequest;
  /** How often it may still be adapted to a rejection. */
  readonly changesLeft: number;
  /** The output limit for this one answer. Default: that of the request. */
  readonly maxTokens?: number;
}

/** The same, with what the server was sent. */
interface Sent extends Asked {
  readonly askedTokens: number;
  readonly askedThinking: ThinkingForm | undefined;
}

type Answer = Extract<PostAnswer, { readonly ok: true }>;
type Tap = ReturnType<Recorder['answer']> | undefined;
type Events = AsyncGenerator<ModelEvent, void, undefined>;

/** A model behind one of the four APIs. */
class HttpProvider implements ModelProvider {
  readonly api: Endpoint['api'];
  readonly model: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly searchesWeb: ModelProvider['searchesWeb'];
  readonly isRecording = false;
  readonly #options: HttpProviderOptions;
  readonly #server: ReturnType<typeof createServerAdaptation>;
  readonly #headers: Headers;
  /** Generated call ids are unique, even in a resumed session. */
  readonly #session = randomUUID().slice(0, 8);
  readonly #streams = createBrokenStreams();
  #requestCount = 0;
  #lateTools: LateToolForm;
  #wire: WireFormat;
  #keeper: BodyKeeper;

  constructor(options: HttpProviderOptions) {
    const { endpoint, sizes } = options;
    this.#options = options;
    this.api = endpoint.api;
    this.model = endpoint.name;
    this.contextWindow = sizes.contextWindow;
    this.maxOutputTokens = sizes.maxOutputTokens;
    this.searchesWeb = searchesWeb(endpoint);
    this.#lateTools = acceptedForm(endpoint, lateToolForm(endpoint, options.wantsLateTools));
    this.#wire = createWireFormat(endpoint.api, this.#lateTools);
    this.#keeper = createBodyKeeper(this.#wire);
    const isOpenAi = endpoint.base.hostname === 'api.openai.com';
    this.#server = createServerAdaptation(isOpenAi ? 'max_completion_tokens' : 'max_tokens');
    const headers = {
      'user-agent': options.clientApp === undefined ? 'sluice' : `sluice (client-app/${options.clientApp})`,
      ...this.#wire.headers(endpoint.key),
      ...endpoint.headers,
    };
    this.#headers = this.api === 'anthropic' ? withBetas(headers, options.betas) : headers;
  }

  get lateTools(): LateToolForm {
    return this.#lateTools;
  }

  async *send(request: ModelRequest, signal: AbortSignal): Events {
    const { clock, random, redactor, limits } = this.#options;
    const { maxRetries, maxRetryWaitMs: maxWaitMs } = limits;
    const ask = (): Events => this.#ask({ request, changesLeft: MAX_CHANGES }, signal);
    this.#streams.begin(request.isStreamed !== false);
    for await (const event of withRetries(ask, { clock, random, maxRetries, maxWaitMs, signal })) {
      yield redactor.event(this.#streams.take(event));
    }
  }

  close(): void {
    this.#options.connections.close();
  }

  async *#ask(asked: Asked, signal: AbortSignal): Events {
    if (signal.aborted) return yield failed(ABORTED);
    const { clock, connections, limits, recorder, textEveryMs } = this.#options;
    const { request } = asked;
    const textPace = textEveryMs === undefined ? undefined : { pace: { everyMs: 0 }, everyMs: textEveryMs };
    const sent = this.#sent(asked);
    const body = this.#body(sent);
    const ending = new AbortController();
    const abort = (): void => ending.abort();
    signal.addEventListener('abort', abort);
    try {
      const tap = recorder?.answer(this.api);
      const url = this.#address(request);
      const headers = withBetas(this.#headers, this.#wire.betas?.(request) ?? []);
      const posted = { url, headers, body, signal: ending.signal, pace: textPace?.pace, ...limits };
      const answer = await postStream(posted, connections, clock);
      if (!answer.ok) return yield failed(answer.failure);
      if (answer.status < 200 || answer.status > 299) return yield* this.#rejected(sent, answer, tap, signal);
      const parts = tap === undefined ? answer.body : tapped(answer.body, tap, answer.status);
      const type = answer.headers['content-type'] ?? '';
      if (type.startsWith('text/html')) return yield failed(webPage(url));
      const decoding = this.#decoding();
      const patience = { limitMs: limits.contentTimeoutMs, from: safeAddress(url) };
      const answered = {
        api: this.api,
        body: parts,
        options: decoding,
        signal,
        clock,
        patience,
        textPace,
        hangUp: abort,
      };
      return yield* this.#isWhole(request, type) ? readAtOnce(answered) : readStreamed(answered);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #sent(asked: Asked): Sent {
    const { request, maxTokens } = asked;
    const { outputLimit, takesThinking } = this.#server;
    const wanted = request.maxOutputTokens ?? this.maxOutputTokens;
    return {
      ...asked,
      askedTokens: Math.min(maxTokens ?? wanted, outputLimit ?? wanted),
      askedThinking: this.api === 'anthropic' ? thinkingForm(request, takesThinking) : undefined,
    };
  }

  #body({ request, askedTokens }: Sent): readonly Buffer[] {
    const { omit, maxTokensField, takesThinking } = this.#server;
    const { model } = this.#options.endpoint;
    const { maxOutputTokens } = this;
    return this.#keeper.body(
      { ...request, maxOutputTokens: askedTokens },
      { model, maxOutputTokens, omit, maxTokensField, takesThinking },
    ).buffers;
  }

  #address({ isStreamed }: ModelRequest): URL {
    const { base, model } = this.#options.endpoint;
    return addressOf(base, this.#wire.path(model, isStreamed !== false));
  }

  #decoding(): Answered['options'] {
    this.#requestCount += 1;
    return { toolName: this.#wire.toolName, callIdPrefix: `${this.#session}-${this.#requestCount}-` };
  }

  /** Some servers never stream and some always do, whatever was requested; a JSON list is a Gemini stream. */
  #isWhole({ isStreamed }: ModelRequest, type: string): boolean {
    return isStreamed === false
      ? !type.startsWith('text/event-stream')
      : type.startsWith('application/json') && this.api !== 'gemini';
  }

  /** Adapts the request to a rejection and sends it again, or reports the rejection. */
  async *#rejected(sent: Sent, answer: Answer, tap: Tap, signal: AbortSignal): Events {
    const { status, headers } = answer;
    const whole = await this.#errorText(answer);
    if (!whole.ok) return yield failed(whole.failure);
    const text = this.#options.redactor.text(whole.text);
    if (this.#changesLateTools(status, text)) return yield failed(failureOf(this.api, status, headers, text));
    const changed = this.#adapted(sent, status, text);
    if (changed !== undefined) return yield* this.#ask(changed, signal);
    tap?.chunk(Buffer.from(text));
    tap?.end(status);
    return yield failed(failureOf(this.api, status, headers, text));
  }

  #errorText({ body }: Answer): ReturnType<typeof readWhole> {
    const { clock } = this.#options;
    const startedAt = clock.now();
    return readWhole(body, MAX_ERROR_BYTES, () => clock.now() - startedAt > MAX_ERROR_MS);
  }

  /** True: the caller has another way to offer such tools, and rebuilds the request. */
  #changesLateTools(status: number, text: string): boolean {
    const left = noteRefusedForm(this.#options.endpoint, this.#lateTools, status, text);
    if (left === undefined) return false;
    this.#lateTools = left;
    this.#wire = createWireFormat(this.api, left);
    this.#keeper = createBodyKeeper(this.#wire);
    return true;
  }

  #adapted(
    { request, changesLeft, askedTokens, askedThinking }: Sent,
    status: number,
    text: string,
  ): Asked | undefined {
    if (changesLeft <= 0) return undefined;
    const change = this.#server.learn({ status, text, askedTokens, askedThinking });
    if (change === undefined) return undefined;
    const { thinking: _none, ...without } = request;
    return {
      request: change.isWithoutThinking === true ? without : request,
      changesLeft: changesLeft - 1,
      maxTokens: change.maxTokens,
    };
  }
}

function failed(failure: ModelFailure): ModelEvent {
  return { type: 'failed', failure };
}

function addressOf(base: URL, path: string): URL {
  const url = new URL(base);
  const query = path.indexOf('?');
  url.pathname = `${base.pathname === '/' ? '' : base.pathname}${query === -1 ? path : path.slice(0, query)}`;
  url.search = query === -1 ? '' : path.slice(query);
  return url;
}

function webPage(url: URL): ModelFailure {
  return cannotBeSent(
    `${safeAddress(url)} returned a web page instead of a model response. Check the base URL; a proxy or a sign-in page may be in between.`,
  );
}

async function* tapped<Part extends { readonly ok: boolean; readonly bytes?: Buffer }>(
  body: AsyncIterable<Part>,
  tap: { chunk(bytes: Uint8Array): void; end(status: number): void },
  status: number,
): AsyncGenerator<Part, void, undefined> {
  try {
    for await (const part of body) {
      if (part.bytes !== undefined) tap.chunk(part.bytes);
      yield part;
    }
  } finally {
    tap.end(status);
  }
}
