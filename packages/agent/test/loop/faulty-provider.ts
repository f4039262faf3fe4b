import type { AssistantBlock, ModelEvent, ModelFailureKind, ModelProvider, ModelRequest } from '@sluice/core';
import { checkRequest } from '../../src/conversation/check-request.ts';
import type { PlannedAnswer } from './random-plan.ts';
import { aborted } from './support.ts';

export interface FaultyProvider extends ModelProvider {
  readonly requests: number;
  /** What was wrong with requests. */
  readonly problems: readonly string[];
}

export interface FaultyProviderOptions {
  readonly answers: readonly PlannedAnswer[];
  readonly contextWindow: number;
  /** In the input of each call, with a number. */
  readonly tag: string;
  /** What every request for a turn must hold. */
  readonly mustHold: () => readonly string[];
  /** It writes no more until it is aborted. */
  readonly onHang: () => void;
}

/** More of them would mean that the loop never ends. */
const MOST_REQUESTS = 300;

/** A random model: plays the answers in order, and is done after them. */
export function faultyProvider(options: FaultyProviderOptions): FaultyProvider {
  const { answers, contextWindow, tag, mustHold, onHang } = options;
  const problems: string[] = [];
  let requests = 0;
  let tags = 0;

  const look = ({ messages, toolChoice }: ModelRequest): void => {
    problems.push(...checkRequest(messages));
    if (toolChoice === 'none') return;
    const text = JSON.stringify(messages);
    for (const held of mustHold()) if (!text.includes(held)) problems.push(`${held} is forgotten`);
  };

  return {
    api: 'anthropic',
    model: 'test/model',
    contextWindow,
    maxOutputTokens: 200,
    isRecording: false,
    get requests() {
      return requests;
    },
    problems,
    async *send(request, signal): AsyncGenerator<ModelEvent> {
      requests += 1;
      look(request);
      if (requests > MOST_REQUESTS) throw new Error('The loop does not end.');
      if (signal.aborted) return yield failed('aborted', false);
      const { blocks, end, inputTokens } = answers[requests - 1] ?? DONE;
      const usage = { inputTokens, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
      if (end === 'cut-early' || end === 'too-long' || end === 'refused') {
        return yield failed(KINDS[end], end === 'cut-early');
      }
      yield { type: 'message-start', id: `m${requests}`, model: undefined, usage };
      const open: ModelEvent[] = [];
      for (const [index, planned] of blocks.entries()) {
        if (signal.aborted) return yield failed('aborted', false);
        if (planned.type === 'pause') {
          await new Promise((resolve) => setImmediate(resolve));
        } else if (planned.type === 'block') {
          yield { type: 'block-start', index, block: planned.block };
          yield { type: 'block-stop', index, block: planned.block, call: undefined };
        } else {
          const { id, name } = planned;
          tags += 1;
          const input = planned.input === 'whole' ? { tag: `${tag}-${tags}-` } : {};
          const uses: AssistantBlock = { type: 'tool_use', id, name, input };
          yield { type: 'block-start', index, block: { ...uses, input: {} } };
          if (planned.input === 'unclosed') {
            const call = { type: 'call', id, name, inputText: '{"tag', isUnclosed: true } as const;
            open.push({ type: 'block-cut', index, block: uses, call });
          } else {
            const text = planned.input === 'broken' ? '{"tag": ' : JSON.stringify(input);
            const call = { type: 'call', id, name, inputText: text } as const;
            yield { type: 'block-stop', index, block: uses, call };
          }
        }
      }
      if (end === 'hangs') {
        onHang();
        await aborted(signal);
        const half = { type: 'text', text: 'half a wo' } as const;
        yield { type: 'block-cut', index: blocks.length, block: half, call: undefined };
        return yield failed('aborted', false);
      }
      if (end === 'throws') throw new Error('The provider breaks its word.');
      if (end === 'mute') return undefined;
      yield* open;
      if (end === 'cut') return yield failed('stream-cut', true);
      return yield { type: 'message-end', stopReason: end, usage };
    },
    close() {},
  };
}

const DONE: PlannedAnswer = {
  blocks: [{ type: 'block', block: { type: 'text', text: 'Done.' } }],
  end: 'end_turn',
  inputTokens: 10,
};

const KINDS = { 'cut-early': 'network', 'too-long': 'too-long', refused: 'invalid-request' } as const;

function failed(kind: ModelFailureKind, isRetryable: boolean): ModelEvent {
  return { type: 'failed', failure: { kind, message: `It failed: ${kind}.`, isRetryable } };
}
