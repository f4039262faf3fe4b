import type { ModelEvent, ModelProvider, ModelRequest } from '@sluice/core';
import { createOwnThinking } from './own-thinking.ts';

/** A provider that can be replaced between two requests. */
export interface SwitchableProvider extends ModelProvider {
  /** Takes effect with the next request. The previous provider is closed when its last answer has ended. */
  switchTo(next: ModelProvider): void;
  /** When its last answer ended, in milliseconds since 1970. Undefined: there is none. */
  readonly answeredAt: number | undefined;
}

/** @param observe sees each request with its answer, and hands the answer on. Default: nothing does. */
export function createSwitchableProvider(
  first: ModelProvider,
  observe: (
    provider: ModelProvider,
    request: ModelRequest,
    answer: AsyncIterable<ModelEvent>,
  ) => AsyncIterable<ModelEvent> = (_provider, _request, answer) => answer,
): SwitchableProvider {
  const thinking = createOwnThinking();
  const answering = new Map<ModelProvider, number>();
  let current = first;
  let answeredAt: number | undefined;

  function count(provider: ModelProvider, change: 1 | -1): void {
    const now = (answering.get(provider) ?? 0) + change;
    if (now > 0) answering.set(provider, now);
    else answering.delete(provider);
    if (now === 0 && provider !== current) provider.close();
  }

  async function* send(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    const provider = current;
    count(provider, 1);
    try {
      const messages = thinking.messagesFor(provider.model, request.messages);
      yield* observe(provider, request, provider.send({ ...request, messages }, signal));
    } finally {
      answeredAt = Date.now();
      count(provider, -1);
    }
  }

  return {
    get api() {
      return current.api;
    },
    get model() {
      return current.model;
    },
    get contextWindow() {
      return current.contextWindow;
    },
    get answeredBy() {
      return current.answeredBy;
    },
    get maxOutputTokens() {
      return current.maxOutputTokens;
    },
    get lateTools() {
      return current.lateTools ?? 'none';
    },
    get searchesWeb() {
      return current.searchesWeb ?? 'no';
    },
    get isRecording() {
      return current.isRecording;
    },
    send,
    get answeredAt() {
      return answeredAt;
    },
    switchTo(next) {
      const before = current;
      current = next;
      if (before !== next && !answering.has(before)) before.close();
    },
    close() {
      for (const provider of new Set([current, ...answering.keys()])) provider.close();
    },
  };
}
