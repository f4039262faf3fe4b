import { randomUUID } from 'node:crypto';
import type { Clock, ModelEvent, ModelFailure, ModelProvider, ModelRequest } from '@sluice/core';
import type { Connections, Headers } from '../http/connections.ts';
import { ABORTED, cannotBeSent } from '../http/failures.ts';
import { postStream } from '../http/post-stream.ts';
import { readWhole } from '../http/read-whole.ts';
import { safeAddress } from '../http/safe-address.ts';
import { withRetries } from '../http/with-retries.ts';
import { thinkingForm } from '../wire/anthropic-thinking.ts';
import { createBodyKeeper } from '../wire/body-keeper.ts';
import { createWireFormat } from '../wire/create-wire-format.ts';
import { failureOf } from '../wire/failure-of.ts';
import { createBrokenStreams } from './broken-streams.ts';
import type { Redactor } from './redactor.ts';
import type { Endpoint } from './endpoint.ts';
import { lateToolForm } from './late-tool-form.ts';
import type { ModelLimits } from './model-limits.ts';
import { readAtOnce, readStreamed } from './read-answer.ts';
import type { Recorder } from './recorder.ts';
import { acceptedForm, noteRefusedForm } from './refused-late-tools.ts';
import type { RequestLimits } from './request-limits.ts';
import { searchesWeb } from './searches-web.ts';
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
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Of an error body; messages have no room for more. */
const MAX_ERROR_BYTES = 256 * 1024;
/** A server that takes longer to send its error is cut off. */
const MAX_ERROR_MS = 10_000;
const BETA = 'anthropic-beta';
/** How often one request is adapted to a server's rejections before the rejection is reported. */
const MAX_CHANGES = 5;

/** A model behind one of the four APIs. */
export function createHttpProvider(options: HttpProviderOptions): ModelProvider {
  const { endpoint, connections, sizes, limits, redactor, recorder, clock, random } = options;
  const { api, model } = endpoint;
  let lateTools = acceptedForm(endpoint, lateToolForm(endpoint, options.wantsLateTools));
  let wire = createWireFormat(api, lateTools);
  let keeper = createBodyKeeper(wire);
  const isOpenAi = endpoint.base.hostname === 'api.openai.com';
  const server = createServerAdaptation(isOpenAi ? 'max_completion_tokens' : 'max_tokens');
  const headers: Headers = { 'user-agent': 'sluice', ...wire.headers(endpoint.key), ...endpoint.headers };
  // Generated call ids are unique, even in a resumed session.
  const session = randomUUID().slice(0, 8);
  let requestCount = 0;
  const streams = createBrokenStreams();

  async function* ask(
    request: ModelRequest,
    signal: AbortSignal,
    changesLeft: number,
    maxTokens?: number,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    if (signal.aborted) return yield { type: 'failed', failure: ABORTED };
    const isStreamed = request.isStreamed !== false;
    const wanted = request.maxOutputTokens ?? sizes.maxOutputTokens;
    const askedTokens = Math.min(maxTokens ?? wanted, server.outputLimit ?? wanted);
    const { omit, maxTokensField, takesThinking } = server;
    const wireOptions = {
      model,
      maxOutputTokens: sizes.maxOutputTokens,
      omit,
      maxTokensField,
      takesThinking,
    };
    const askedThinking = api === 'anthropic' ? thinkingForm(request, takesThinking) : undefined;
    const body = keeper.body({ ...request, maxOutputTokens: askedTokens }, wireOptions).buffers;
    const ending = new AbortController();
    const abort = (): void => ending.abort();
    signal.addEventListener('abort', abort);
    try {
      const tap = recorder?.answer(api);
      const url = addressOf(endpoint.base, wire.path(model, isStreamed));
      const sent = {
        url,
        headers: withBeta(headers, wire.beta?.(request.messages)),
        body,
        signal: ending.signal,
        ...limits,
      };
      const answer = await postStream(sent, connections, clock);
      if (!answer.ok) return yield { type: 'failed', failure: answer.failure };
      const { status } = answer;
      if (status < 200 || status > 299) {
        const startedAt = clock.now();
        const isLate = (): boolean => clock.now() - startedAt > MAX_ERROR_MS;
        const whole = await readWhole(answer.body, MAX_ERROR_BYTES, isLate);
        if (!whole.ok) return yield { type: 'failed', failure: whole.failure };
        const text = redactor.text(whole.text);
        const left = noteRefusedForm(endpoint, lateTools, status, text);
        if (left !== undefined) {
          // The caller has another way to offer such tools, and rebuilds the request.
          lateTools = left;
          wire = createWireFormat(api, left);
          keeper = createBodyKeeper(wire);
          return yield { type: 'failed', failure: failureOf(api, status, answer.headers, text) };
        }
        const change =
          changesLeft > 0 ? server.learn({ status, text, askedTokens, askedThinking }) : undefined;
        if (change !== undefined) {
          const { thinking: _none, ...without } = request;
          const changed = change.isWithoutThinking === true ? without : request;
          return yield* ask(changed, signal, changesLeft - 1, change.maxTokens);
        }
        tap?.chunk(Buffer.from(text));
        tap?.end(status);
        return yield { type: 'failed', failure: failureOf(api, status, answer.headers, text) };
      }
      const parts = tap === undefined ? answer.body : tapped(answer.body, tap, status);
      const type = answer.headers['content-type'] ?? '';
      if (type.startsWith('text/html')) return yield { type: 'failed', failure: webPage(url) };
      requestCount += 1;
      const decoding = { toolName: wire.toolName, callIdPrefix: `${session}-${requestCount}-` };
      const patience = { limitMs: limits.contentTimeoutMs, from: safeAddress(url) };
      const answered = { api, body: parts, options: decoding, signal, clock, patience, hangUp: abort };
      // Some servers never stream and some always do, whatever was requested; a JSON list is a Gemini stream.
      const isWhole = isStreamed
        ? type.startsWith('application/json') && api !== 'gemini'
        : !type.startsWith('text/event-stream');
      return yield* isWhole ? readAtOnce(answered) : readStreamed(answered);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async function* send(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    const { maxRetries, maxRetryWaitMs: maxWaitMs } = limits;
    const retrying = { clock, random, maxRetries, maxWaitMs, signal };
    streams.begin(request.isStreamed !== false);
    for await (const event of withRetries(() => ask(request, signal, MAX_CHANGES), retrying)) {
      yield redactor.event(streams.take(event));
    }
  }

  return {
    api,
    model: endpoint.name,
    contextWindow: sizes.contextWindow,
    maxOutputTokens: sizes.maxOutputTokens,
    get lateTools() {
      return lateTools;
    },
    searchesWeb: searchesWeb(endpoint),
    isRecording: false,
    send,
    close: () => connections.close(),
  };
}

/** The user's own betas stay. */
function withBeta(headers: Headers, beta: string | undefined): Headers {
  if (beta === undefined) return headers;
  const name = Object.keys(headers).find((key) => key.toLowerCase() === BETA) ?? BETA;
  const own = headers[name];
  return { ...headers, [name]: own === undefined ? beta : `${own},${beta}` };
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
