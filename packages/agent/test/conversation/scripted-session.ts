import fc from 'fast-check';
import {
  createFakeClock,
  createJournalWriter,
  createMemoryJournal,
  createMemoryStore,
  type AssistantBlock,
  type MemoryJournal,
  type MemoryStore,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import type { Conversation } from '../../src/conversation/conversation.ts';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import type { ReadConversation } from '../../src/conversation/read-conversation.ts';

const IMAGE: UserBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
};

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '  \n', '\ud800', 'a\udc00b', '"\\\u2028', '__proto__') },
  { weight: 1, arbitrary: fc.constantFrom('long '.repeat(2000), 'ü\ud83d\ude00'.repeat(4000)) },
);
const spoken: fc.Arbitrary<UserBlock> = fc.oneof(
  { weight: 5, arbitrary: text.map((said): UserBlock => ({ type: 'text', text: said })) },
  { weight: 1, arbitrary: fc.constant(IMAGE) },
);

type Step = { readonly type: 'block'; readonly block: AssistantBlock } | CallStep;

interface CallStep {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly result: string;
  readonly replacement: string | undefined;
}

const block: fc.Arbitrary<Step> = fc.oneof(
  text.map((said): Step => ({ type: 'block', block: { type: 'text', text: said } })),
  fc
    .record({ kind: fc.constantFrom('thinking' as const, 'other' as const), said: text })
    .map(({ kind, said }): Step => ({
      type: 'block',
      block: {
        type: 'opaque',
        api: 'anthropic',
        kind,
        block: { type: kind, said: said.toWellFormed(), 2: [null], 1: -0 },
      },
    })),
);
const call: fc.Arbitrary<Step> = fc.record({
  type: fc.constant('call' as const),
  id: fc.constantFrom('a', 'b', 'c', 'd', ''),
  name: fc.constantFrom('Read', 'Write', 'no such tool!', ''),
  input: fc.oneof(
    fc.json(),
    text.map((path) => JSON.stringify({ path, toString: 1 })),
    fc.constantFrom('{"a":"\\ud800","\\udc00":{"__proto__":["\\ud800"]}}', '{"a":1', '', '[1]'),
  ),
  result: text,
  replacement: fc.option(text, { nil: undefined, freq: 4 }),
});

export type Act =
  | { readonly type: 'user'; readonly blocks: readonly UserBlock[] }
  | {
      readonly type: 'answer';
      readonly steps: readonly Step[];
      readonly end: 'whole' | 'cut' | 'retracted' | 'abandoned';
      readonly saidMeanwhile: readonly UserBlock[] | undefined;
      readonly context: readonly string[];
    }
  | { readonly type: 'compact'; readonly summary: string; readonly kept: number }
  | { readonly type: 'bound'; readonly limit: number };

export const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('user' as const), blocks: fc.array(spoken, { maxLength: 3 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      steps: fc.array(fc.oneof(block, call), { maxLength: 5 }),
      end: fc.oneof(
        { weight: 5, arbitrary: fc.constant('whole' as const) },
        { weight: 2, arbitrary: fc.constantFrom('cut', 'retracted', 'abandoned') },
      ),
      saidMeanwhile: fc.option(fc.array(spoken, { minLength: 1, maxLength: 2 }), {
        nil: undefined,
        freq: 3,
      }),
      context: fc.array(text, { maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('compact' as const),
      summary: text,
      kept: fc.integer({ min: -1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('bound' as const), limit: fc.nat(4000) }) },
);

export interface Scripted {
  readonly conversation: Conversation;
  readonly journal: MemoryJournal;
  readonly store: MemoryStore;
  perform(step: Act): Promise<void>;
}

/** A conversation, and what the engine writes to its journal beside it. */
export function scriptedSession(
  options: {
    readonly journal?: MemoryJournal;
    readonly store?: MemoryStore;
    readonly resumed?: ReadConversation;
    /** In front of message ids, which are used once in a session. */
    readonly prefix?: string;
  } = {},
): Scripted {
  const { journal = createMemoryJournal(), store = createMemoryStore(), resumed, prefix = 'm' } = options;
  const clock = createFakeClock();
  const engine = createJournalWriter(journal, store, clock);
  const conversation = createConversation({ journal, store, clock, ...(resumed && { resumed }) });
  let count = 0;

  const perform = async (step: Act): Promise<void> => {
    if (step.type === 'user') await conversation.addUser(step.blocks, 'person');
    else if (step.type === 'bound') await conversation.boundResults(step.limit);
    else if (step.type === 'compact') {
      const ids = conversation.messages.flatMap((message) => conversation.messageIdOf(message) ?? []);
      await conversation.compact(step.summary, ids.at(-1 - step.kept), 'auto');
    } else await answer(step);
  };

  const answer = async ({ steps, end, saidMeanwhile, context }: Act & { type: 'answer' }): Promise<void> => {
    count += 1;
    const messageId = `${prefix}${count}`;
    const draft = conversation.beginAssistant(messageId);
    const calls = new Map<string, CallStep>();
    for (const [index, step] of steps.entries()) {
      if (step.type === 'block') await draft.block(step.block);
      else {
        draft.call({ type: 'tool_use', id: step.id, name: step.name, input: inputOf(step.input) });
        if (step.id === '' || calls.has(step.id)) continue;
        calls.set(step.id, step);
        const input = await engine.text(step.input);
        engine.write({ type: 'received', messageId, callId: step.id, name: step.name, input });
        engine.write({ type: 'started', messageId, callId: step.id, isIdempotent: false });
      }
      if (index === 0 && saidMeanwhile !== undefined) await conversation.addUser(saidMeanwhile, 'person');
    }
    if (end === 'abandoned') return;
    if (end === 'retracted') {
      engine.write({ type: 'discarded', messageId });
      const note = calls.size === 0 ? undefined : 'These calls of yours had taken effect.';
      if (note !== undefined) engine.write({ type: 'note', messageId, text: note });
      conversation.discard(messageId, note);
      return;
    }
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    await draft.end({ model: 'some/model', stopReason: 'end_turn', usage, isCut: end === 'cut' });
    if (calls.size === 0) return;
    const results = [];
    for (const step of calls.values()) results.push(await settle(messageId, step));
    const spoken = context.map((said, index) =>
      index % 2 === 0 ? said : { text: said, speaker: 'tool' as const, toolName: 'Skill' },
    );
    const additionalContext = await engine.text(JSON.stringify(spoken));
    engine.write({ type: 'message', messageId, additionalContext });
    conversation.addResults(
      messageId,
      results,
      spoken.map((said) => (typeof said === 'string' ? { text: said, speaker: 'hook' as const } : said)),
    );
  };

  const settle = async (messageId: string, step: CallStep): Promise<ToolResultBlock> => {
    const { id: callId, result, replacement } = step;
    const content = await engine.text(JSON.stringify(result));
    engine.write({ type: 'settled', messageId, callId, outcome: 'ok', isError: false, content, record: {} });
    if (replacement !== undefined) {
      const shown = await engine.text(JSON.stringify(replacement));
      engine.write({ type: 'replaced', messageId, callId, content: shown });
    }
    return { type: 'tool_result', tool_use_id: callId, content: replacement ?? result, is_error: false };
  };

  return { conversation, journal, store, perform };
}

function inputOf(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
