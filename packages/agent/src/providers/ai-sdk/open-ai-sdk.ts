import {
  systemClock,
  type Clock,
  type ModelEvent,
  type ModelFailure,
  type ModelProvider,
  type ModelRequest,
} from '@sluice/core';
import { ABORTED, seconds, timedOut } from '../../http/failures.ts';
import { withRetries } from '../../http/with-retries.ts';
import type { DecodedEvent } from '../../stream/decoded-event.ts';
import { MessageAssembler } from '../../stream/message-assembler.ts';
import { createBrokenStreams } from '../broken-streams.ts';
import { createRedactor } from '../redactor.ts';
import { createContentWatch, isContent } from '../content-watch.ts';
import type { Chosen, ModelChoice } from '../model-choice.ts';
import { modelLimits } from '../model-limits.ts';
import { requestLimits, type RequestLimits } from '../request-limits.ts';
import { callOptions } from './call-options.ts';
import type { CallOptions, LanguageModel } from './language-model.ts';
import { loadModel } from './load-model.ts';
import { StreamReader } from './stream-reader.ts';
import { thrownFailure } from './thrown-failure.ts';
import { wholeParts } from './whole-parts.ts';

const PREFIX = 'ai-sdk:';
const MAX_BLOCK_CHARS = 64 * 1024 * 1024;

/** Opens a model from any package that implements the AI SDK provider interface: `ai-sdk:PACKAGE/model`. */
export async function openAiSdk(
  name: string,
  choice: ModelChoice,
): Promise<Chosen<{ readonly provider: ModelProvider }>> {
  const { cwd = process.cwd(), env, baseUrl, warn = () => undefined } = choice;
  const wanted = splitName(name);
  if (wanted === undefined) {
    const message = `${JSON.stringify(name)} does not name a package and a model. Write ai-sdk:PACKAGE/MODEL, such as ai-sdk:@ai-sdk/mistral/mistral-large-latest.`;
    return { ok: false, message };
  }
  const [address = '', apiKey = ''] = [env['OPENAI_BASE_URL'], env['OPENAI_API_KEY']];
  const compatible = {
    baseUrl: address === '' ? undefined : address,
    apiKey: apiKey === '' ? undefined : apiKey,
  };
  const opened = await loadModel({ ...wanted, cwd, baseUrl, compatible });
  if (!opened.ok) return opened;
  const limits = requestLimits(env, warn);
  const sizes = modelLimits(wanted.model);
  const contextWindow = choice.contextWindow ?? sizes.contextWindow;
  const maxOutputTokens = choice.maxOutputTokens ?? sizes.maxOutputTokens;
  const clock = choice.clock ?? systemClock;
  const random = choice.random ?? Math.random;
  const redactor = createRedactor(secretsIn(env));
  const api = `${PREFIX}${wanted.packageName}`;
  const { model } = opened;
  const { maxRetries, maxRetryWaitMs: maxWaitMs } = limits;
  const streams = createBrokenStreams();

  async function* send(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    const asking = { model, api, clock, limits, maxOutputTokens };
    const events = withRetries(() => ask(request, signal, asking), {
      clock,
      random,
      maxRetries,
      maxWaitMs,
      signal,
    });
    streams.begin(request.isStreamed !== false);
    for await (const event of events) yield redactor.event(streams.take(event));
  }
  const provider = {
    api,
    model: name,
    contextWindow,
    maxOutputTokens,
    isRecording: false,
    send,
    close: () => undefined,
  };
  return { ok: true, provider };
}

interface Asking {
  readonly model: LanguageModel;
  readonly api: string;
  readonly clock: Clock;
  readonly limits: RequestLimits;
  readonly maxOutputTokens: number;
}

async function* ask(
  request: ModelRequest,
  signal: AbortSignal,
  { model, api, clock, limits, maxOutputTokens }: Asking,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (signal.aborted) {
    yield { type: 'failed', failure: ABORTED };
    return;
  }
  let events: DecodedEvent[] = [];
  const emit = (event: DecodedEvent): void => {
    events.push(event);
  };
  const toolName = (name: string): string => name;
  const assembler = new MessageAssembler({
    api,
    emit,
    maxBlockChars: MAX_BLOCK_CHARS,
    callIdPrefix: '',
    toolName,
  });
  const reader = new StreamReader(assembler, thrownFailure);
  // Aborts the package's request when this generator ends, for any reason.
  const ending = new AbortController();
  const options = callOptions(request, {
    api,
    version: model.specificationVersion,
    maxOutputTokens,
    signal: AbortSignal.any([signal, ending.signal]),
  });
  const watch = createContentWatch({ clock, limitMs: limits.contentTimeoutMs, from: 'The model' });
  const patience = { clock, signal, firstMs: limits.firstByteTimeoutMs, idleMs: limits.idleTimeoutMs };
  try {
    for await (const part of partsOf(model, options, request.isStreamed !== false, patience)) {
      reader.accept(part);
      const hasContent = events.some(isContent);
      yield* events;
      events = [];
      if (hasContent) watch.heard();
      const failure = watch.failure();
      if (failure !== undefined) throw Object.assign(new Error(failure.message), { failure });
    }
    reader.end();
  } catch (error) {
    assembler.fail(
      signal.aborted ? ABORTED : isFailure(error) ? error.failure : thrownFailure(error),
      undefined,
    );
  } finally {
    ending.abort();
  }
  yield* events;
}

interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly firstMs: number;
  readonly idleMs: number;
}

async function* partsOf(
  model: LanguageModel,
  options: CallOptions,
  isStreamed: boolean,
  { firstMs, idleMs, ...rest }: Patience,
): AsyncGenerator<unknown, void, undefined> {
  if (!isStreamed) {
    yield* wholeParts(await inTime(model.doGenerate(options), firstMs, rest));
    return;
  }
  const { stream } = await inTime(model.doStream(options), firstMs, rest);
  const reader = stream.getReader();
  try {
    let limit = firstMs;
    for (;;) {
      const { done, value } = await inTime(reader.read(), limit, rest);
      if (done) return;
      limit = idleMs;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** A package that ignores its signal or waits forever must not block the agent. */
function inTime<T>(
  work: PromiseLike<T>,
  limitMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(new Error('aborted'));
  const takeTimerBack = clock.setTimer(limitMs, () => {
    const failure = timedOut(`The model sent nothing for ${seconds(limitMs)}.`);
    reject(Object.assign(new Error(failure.message), { failure }));
  });
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  work.then(resolve, reject);
  return promise.finally(() => {
    takeTimerBack();
    signal.removeEventListener('abort', abort);
  });
}

function isFailure(error: unknown): error is { readonly failure: ModelFailure } {
  return error instanceof Error && Object.hasOwn(error, 'failure');
}

function splitName(name: string): { readonly packageName: string; readonly model: string } | undefined {
  const rest = name.slice(PREFIX.length);
  const slash = rest.startsWith('@') ? rest.indexOf('/', rest.indexOf('/') + 1) : rest.indexOf('/');
  const packageName = rest.slice(0, Math.max(0, slash));
  const model = rest.slice(slash + 1);
  if (model === '' || !/^(@[\w.-]+\/)?\w[\w.-]*$/.test(packageName)) return undefined;
  return { packageName, model };
}

/** Packages read their keys from the environment. */
function secretsIn(env: ModelChoice['env']): string[] {
  return Object.entries(env)
    .filter(([name]) => /(KEY|TOKEN|SECRET|PASSWORD)$/.test(name))
    .map(([, value]) => value ?? '');
}
