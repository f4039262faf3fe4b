import { errorText } from '@sluice/base';
import type { AssistantBlock, ModelEvent, ModelFailure, ModelProvider, ModelRequest } from '@sluice/core';
import { isNestedDeeply } from './is-nested-deeply.ts';

const NO_END: ModelFailure = {
  kind: 'stream-cut',
  message: "The model's response ended before its message was complete.",
  isRetryable: true,
};

/** UTF-16 units of one answer, across all blocks: far more than any model writes. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_BLOCKS = 10_000;

const TOO_MUCH: ModelFailure = {
  kind: 'server',
  message: `The model's response has more than ${MAX_CHARACTERS / 1024 / 1024} Mi characters or ${MAX_BLOCKS} blocks; reading stopped there.`,
  isRetryable: false,
};

/**
 * Streams one answer from the provider. Always ends with `message-end` or `failed`, even if the provider
 * violates its contract or its server never ends. Blocks that can't be serialized are dropped.
 */
export async function* askProvider(
  provider: ModelProvider,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  let hasEnded = false;
  let characters = 0;
  let blocks = 0;
  try {
    // Read to the end so that the connection can be reused.
    for await (const event of provider.send(request, signal)) {
      if (hasEnded) continue;
      if (event.type === 'block-start') blocks += 1;
      if (event.type === 'block-delta') characters += lengthOf(event.delta);
      if (characters > MAX_CHARACTERS || blocks > MAX_BLOCKS) {
        hasEnded = true;
        yield { type: 'failed', failure: TOO_MUCH };
        return;
      }
      if (isUnwritable(event)) {
        yield leftOut(event);
        continue;
      }
      hasEnded = event.type === 'message-end' || event.type === 'failed';
      yield event;
    }
  } catch (error) {
    if (hasEnded) return;
    const reason = errorText(error);
    const message = `${provider.model} could not be called, because its provider failed: ${reason}`;
    yield { type: 'failed', failure: { kind: 'server', message, isRetryable: false } };
    return;
  }
  if (!hasEnded) yield { type: 'failed', failure: NO_END };
}

type Delta = Extract<ModelEvent, { type: 'block-delta' }>['delta'];

function lengthOf(delta: Delta): number {
  switch (delta.type) {
    case 'text':
    case 'thinking':
      return delta.text.length;
    case 'input':
      return delta.json.length;
    case 'opaque':
      return 0;
    default:
      return delta satisfies never;
  }
}

/** An opaque block may hold anything; one that is nested too deeply can be neither stored nor sent back. */
function isUnwritable(event: ModelEvent): boolean {
  switch (event.type) {
    case 'block-start':
    case 'block-stop':
    case 'block-cut':
      return isDeepBlock(event.block);
    case 'block-delta':
      return event.delta.type === 'opaque' && isNestedDeeply(event.delta.delta);
    default:
      return false;
  }
}

function isDeepBlock(block: AssistantBlock): boolean {
  return block.type === 'opaque' && isNestedDeeply(block.block);
}

function leftOut(event: ModelEvent): ModelEvent {
  const index = 'index' in event ? event.index : 0;
  const message = `Block ${index} of the model's message is nested too deeply; it is left out.`;
  return { type: 'problem', code: 'not-a-message', message, line: undefined };
}
