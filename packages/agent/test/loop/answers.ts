import type {
  AssistantBlock,
  JsonObject,
  ModelEvent,
  ModelFailure,
  ModelRequest,
  ModelUsage,
  StopReason,
} from '@sluice/core';

export const USAGE: ModelUsage = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

/** One answer of the model, as it streams. */
export type Answer = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;

export type Piece =
  | string
  | { readonly call: readonly [id: string, name: string, input: JsonObject] }
  | { readonly gate: Promise<unknown> };

/** An answer of these blocks, whole. */
export function says(...pieces: readonly Piece[]): Answer {
  const hasCall = pieces.some((piece) => typeof piece !== 'string' && 'call' in piece);
  return streams(pieces, hasCall ? 'tool_use' : 'end_turn');
}

export function streams(pieces: readonly Piece[], stopReason: StopReason, usage = USAGE): Answer {
  return async function* answer() {
    yield { type: 'message-start', id: 'm', model: 'test/model', usage: USAGE };
    yield* blocks(pieces);
    yield { type: 'message-end', stopReason, usage };
  };
}

/** The stream breaks off after these blocks. */
export function breaks(pieces: readonly Piece[], failure: Partial<ModelFailure> = {}): Answer {
  return async function* answer() {
    yield { type: 'message-start', id: 'm', model: 'test/model', usage: USAGE };
    yield* blocks(pieces);
    yield {
      type: 'failed',
      failure: { kind: 'stream-cut', message: 'The stream broke off.', isRetryable: true, ...failure },
    };
  };
}

/** Refused before anything came. */
export function refuses(failure: Partial<ModelFailure> = {}): Answer {
  return async function* answer() {
    yield { type: 'failed', failure: { kind: 'server', message: 'No.', isRetryable: false, ...failure } };
  };
}

/** Begins to write and goes on until it is aborted. */
export function writesUntilAborted(pieces: readonly Piece[], onBegun: () => void): Answer {
  return async function* answer(_request, signal) {
    yield { type: 'message-start', id: 'm', model: 'test/model', usage: USAGE };
    yield* blocks(pieces);
    onBegun();
    await aborted(signal);
    yield {
      type: 'block-cut',
      index: pieces.length,
      block: { type: 'text', text: 'half a wo' },
      call: undefined,
    };
    yield { type: 'failed', failure: { kind: 'aborted', message: 'Aborted.', isRetryable: false } };
  };
}

async function* blocks(pieces: readonly Piece[]): AsyncGenerator<ModelEvent> {
  let index = 0;
  for (const piece of pieces) {
    if (typeof piece !== 'string' && 'gate' in piece) {
      await piece.gate;
      continue;
    }
    const block: AssistantBlock =
      typeof piece === 'string'
        ? { type: 'text', text: piece }
        : { type: 'tool_use', id: piece.call[0], name: piece.call[1], input: piece.call[2] };
    yield { type: 'block-start', index, block };
    const call =
      block.type === 'tool_use'
        ? ({
            type: 'call',
            id: block.id,
            name: block.name,
            input: block.input,
          } as const)
        : undefined;
    yield { type: 'block-stop', index, block, call };
    index += 1;
  }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
