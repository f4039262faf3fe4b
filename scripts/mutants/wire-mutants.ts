import type { Mutant } from './mutant.ts';

const FORMATS = 'packages/agent/test/stream/formats';
const WIRE = 'packages/agent/test/wire';

/** What streams of model APIs are read as, and what is sent to these. */
export const WIRE_MUTANTS: readonly Mutant[] = [
  {
    name: 'lost-event-forgotten',
    breaks: 'A call of which an event was lost runs with what is left of its input.',
    promise: 4,
    file: 'packages/agent/src/stream/message-assembler.ts',
    find: "if (state.kind !== 'text') state.isDamaged = true;",
    replace: "if (state.kind === 'opaque') state.isDamaged = true;",
    test: `${FORMATS}/openai-chat.test.ts`,
    title: 'refused where an event is lost',
  },
  {
    name: 'chat-call-closed-unfinished',
    breaks: 'A call of Chat Completions that was announced before its input runs without it.',
    promise: 4,
    file: 'packages/agent/src/stream/chat-tool-calls.ts',
    find: "if (last !== undefined && last.status === 'open' && isComplete(last)) close(last, false);",
    replace: 'if (last !== undefined) close(last, false);',
    test: `${FORMATS}/openai-chat.test.ts`,
    title: 'announced before their inputs',
  },
  {
    name: 'stopped-call-runs',
    breaks: 'A call at which the limit of the answer has stopped the model runs.',
    promise: 4,
    file: 'packages/agent/src/stream/openai-chat-reader.ts',
    find: "said === 'max_tokens' || said === 'refusal'",
    replace: "said === 'refusal' && current.isFinished",
    test: `${FORMATS}/openai-chat.test.ts`,
    title: 'where the model was stopped',
  },
  {
    name: 'repeated-call-id-kept',
    breaks: 'Two calls of one answer that came with the same id share one result.',
    promise: 2,
    file: 'packages/agent/src/stream/message-assembler.ts',
    find: 'for (let number = callIds.size; callIds.has(id); number += 1)',
    replace: "for (let number = callIds.size; id === ''; number += 1)",
    test: `${FORMATS}/openai-chat.test.ts`,
    title: 'with one id',
  },
  {
    name: 'wire-id-unpaired',
    breaks: 'A result goes to the API under another id than its call.',
    promise: 2,
    file: 'packages/agent/src/wire/openai-chat-wire.ts',
    find: 'tool_call_id: wireId(result.tool_use_id, MAX_ID_CHARS),',
    replace: 'tool_call_id: result.tool_use_id.slice(0, MAX_ID_CHARS),',
    test: `${WIRE}/wire-rules.test.ts`,
    title: 'openai-chat',
  },
  {
    name: 'body-written-over',
    breaks: 'The bytes of a request that is on its way are written over by the next one.',
    promise: 4,
    file: 'packages/agent/src/wire/body-keeper.ts',
    find: 'bytes = Buffer.from(bytes.subarray(0, length));',
    replace: 'bytes = bytes.subarray(0);',
    test: `${WIRE}/body-keeper.test.ts`,
    title: 'whatever was sent before',
  },
  {
    name: 'refusal-repeated',
    breaks: 'A refused request is asked again for as long as its error has the name of one that passes.',
    promise: 4,
    file: 'packages/agent/src/stream/failure-kind.ts',
    find: 'return status >= 400 && status < 500 && !PASSING.has(status);',
    replace: 'return status === 499;',
    test: 'packages/agent/test/wire/failure-of.test.ts',
  },
  {
    name: 'thinking-in-the-middle',
    breaks:
      'A model is asked to think in the middle of calls that were made without a thought, which its API refuses.',
    promise: 2,
    file: 'packages/agent/src/wire/anthropic-thinking.ts',
    find: "return hasBegunWithout(request.messages) ? undefined : 'enabled';",
    replace: "return 'enabled';",
    test: `${WIRE}/thinking.test.ts`,
  },
];
