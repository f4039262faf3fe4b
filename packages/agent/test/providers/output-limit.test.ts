import { expect, it } from 'vitest';
import { createServerAdaptation } from '../../src/providers/server-adaptation.ts';
import { modelLimits } from '../../src/providers/model-limits.ts';
import { outputLimit } from '../../src/providers/output-limit.ts';

it.each<[string, number, number | undefined]>([
  [
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022',
    32_000,
    8192,
  ],
  [
    'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.',
    32_000,
    16_384,
  ],
  ['max_tokens must be at most 4,096, got 32,000', 32_000, 4096],
  ['Unable to submit request: max_output_tokens must be in the range 1 to 8193 (exclusive)', 32_000, 8192],
  [
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length',
    32_000,
    10_000,
  ],
  ['input length and `max_tokens` exceed context limit: 210000 + 32000 > 200000', 32_000, undefined],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 33000 tokens (1000 in the messages, 32000 in the completion).",
    32_000,
    3096,
  ],
  ['max_tokens is wrong', 32_000, undefined],
  ['temperature must be below 2, got 5', 32_000, undefined],
  ['max_tokens: 32000 is refused for claude-3-5-haiku-20241022', 32_000, undefined],
])('%s', (text, asked, expected) => {
  expect(outputLimit(text, asked)?.tokens).toBe(expected);
});

it.each([
  ["Unknown parameter: 'stream_options'.", 'stream_options'],
  ['{"detail":[{"loc":["body","tool_choice"],"msg":"extra fields not permitted"}]}', 'tool_choice'],
  ['Unrecognized request argument supplied: parallel_tool_calls', 'parallel_tool_calls'],
  ['"store" is not allowed', 'store'],
])('leaves out what a server refuses: %s', (text, field) => {
  const server = createServerAdaptation('max_tokens');
  expect(server.learn({ status: 400, text, askedTokens: 100 })).toEqual({ maxTokens: 100 });
  expect([...server.omit]).toEqual([field]);
  expect(server.learn({ status: 400, text, askedTokens: 100 })).toBeUndefined();
});

it.each([
  ['We could not restore your store, include more detail.', 400],
  ["Unknown parameter: 'stream_options'.", 429],
  ["Unknown parameter: 'messages'.", 400],
])('learns nothing from %s (%i)', (text, status) => {
  expect(createServerAdaptation('max_tokens').learn({ status, text, askedTokens: 100 })).toBeUndefined();
});

it('calls the limit as the server wants it, once', () => {
  const server = createServerAdaptation('max_tokens');
  const text =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  expect(server.learn({ status: 400, text, askedTokens: 100 })).toBeDefined();
  expect(server.maxTokensField).toBe('max_completion_tokens');
  expect(server.learn({ status: 400, text, askedTokens: 100 })).toBeUndefined();
});

it('remembers what a model writes at most, and not what one input left', () => {
  const server = createServerAdaptation('max_tokens');
  const window = 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000';
  expect(server.learn({ status: 400, text: window, askedTokens: 32_000 })).toEqual({ maxTokens: 10_000 });
  expect(server.outputLimit).toBeUndefined();
  expect(server.learn({ status: 400, text: 'max_tokens: 32000 > 8192', askedTokens: 32_000 })).toBeDefined();
  expect(server.outputLimit).toBe(8192);
});

it.each([
  ['claude-sonnet-4-5', 200_000, 32_000],
  ['anthropic/claude-sonnet-5-5', 1_000_000, 64_000],
  ['claude-3-5-haiku-latest', 200_000, 8192],
  ['anthropic/claude-sonnet-4.5', 200_000, 32_000],
  ['gpt-4.1-mini', 1_047_576, 32_768],
  ['qwen3:8b', 128_000, 16_000],
  ['__proto__', 128_000, 16_000],
])('takes %s to hold %i and write %i', (model, contextWindow, maxOutputTokens) => {
  expect(modelLimits(model)).toEqual({ contextWindow, maxOutputTokens });
});
