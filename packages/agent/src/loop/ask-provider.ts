import type { ModelEvent, ModelFailure, ModelProvider, ModelRequest } from '@sluice/core';

const NO_END: ModelFailure = {
  kind: 'stream-cut',
  message: 'The answer of the model ended before its message was whole.',
  isRetryable: true,
};

/** What the provider tells of one answer. It ends in `message-end` or `failed` even where the provider breaks its word. */
export async function* askProvider(
  provider: ModelProvider,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  let hasEnded = false;
  try {
    // Read to its end, so that a connection can be kept.
    for await (const event of provider.send(request, signal)) {
      if (hasEnded) continue;
      hasEnded = event.type === 'message-end' || event.type === 'failed';
      yield event;
    }
  } catch (error) {
    if (hasEnded) return;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${provider.model} could not be asked, because its provider failed: ${reason}`;
    yield { type: 'failed', failure: { kind: 'server', message, isRetryable: false } };
    return;
  }
  if (!hasEnded) yield { type: 'failed', failure: NO_END };
}
