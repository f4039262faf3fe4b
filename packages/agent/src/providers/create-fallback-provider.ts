import type { ModelEvent, ModelFailureKind, ModelProvider, ModelRequest } from '@sluice/core';
import { createOwnThinking } from './own-thinking.ts';

export type FallbackModel =
  | { readonly ok: true; readonly provider: ModelProvider }
  | { readonly ok: false; readonly message: string };

/** What another model may not suffer from. */
const MAY_PASS: ReadonlySet<ModelFailureKind> = new Set(['overloaded', 'server', 'not-found', 'timeout']);
/** So often an overloaded model is asked again before another one is. */
const MAX_RETRIES = 2;

/**
 * Asks other models, in order, for an answer of which the first has sent nothing because it is overloaded, broken, or not there. Each
 * request begins with the first again.
 * @param fallbacks called when one is first needed
 */
export function createFallbackProvider(
  first: ModelProvider,
  fallbacks: readonly (() => Promise<FallbackModel>)[],
): ModelProvider {
  const thinking = createOwnThinking();
  const opened = new Map<number, Promise<FallbackModel>>();
  let isClosed = false;
  let answeredBy: ModelProvider | undefined;

  const fallback = (index: number): Promise<FallbackModel> | undefined => {
    const known = opened.get(index);
    const open = fallbacks[index];
    if (known !== undefined || open === undefined) return known;
    const opening = open();
    opened.set(index, opening);
    return opening;
  };

  async function* send(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    let provider = first;
    for (let index = 0; ; index += 1) {
      const next = index < fallbacks.length;
      let failed: Extract<ModelEvent, { type: 'failed' | 'retry' }> | undefined;
      let hasBegun = false;
      const messages = thinking.messagesFor(provider.model, request.messages);
      for await (const event of provider.send({ ...request, messages }, signal)) {
        const isFailure = event.type === 'failed' || (event.type === 'retry' && event.attempt > MAX_RETRIES);
        if (isFailure && next && !hasBegun && !signal.aborted && MAY_PASS.has(event.failure.kind)) {
          failed = event;
          break;
        }
        hasBegun ||= event.type !== 'retry';
        if (event.type === 'message-start') answeredBy = provider === first ? undefined : provider;
        yield event;
      }
      if (failed === undefined) return;
      const found = isClosed ? undefined : await fallback(index);
      if (found?.ok !== true) {
        const why = found === undefined ? '' : ` The fallback model can't be used: ${found.message}`;
        const { failure } = failed;
        yield { type: 'failed', failure: { ...failure, message: `${failure.message}${why}` } };
        return;
      }
      const message = `${provider.model} did not answer (${failed.failure.kind}); ${found.provider.model} is used instead.`;
      ({ provider } = found);
      yield { type: 'problem', code: 'stream-error', message, line: undefined };
    }
  }

  return {
    get api() {
      return first.api;
    },
    get model() {
      return first.model;
    },
    get contextWindow() {
      return first.contextWindow;
    },
    get maxOutputTokens() {
      return first.maxOutputTokens;
    },
    get lateTools() {
      return first.lateTools ?? 'none';
    },
    get searchesWeb() {
      return first.searchesWeb ?? 'no';
    },
    get answeredBy() {
      return answeredBy;
    },
    get isRecording() {
      return first.isRecording;
    },
    send,
    close() {
      isClosed = true;
      first.close();
      for (const one of opened.values())
        void one.then((found) => {
          if (found.ok) found.provider.close();
        });
    },
  };
}
