import { isJsonObject, type JsonObject } from '@sluice/core';
import { z } from 'zod';
import { DEFAULT_USAGE } from './message.ts';
import type { Answer } from './script.ts';

const error = z.object({ type: z.string(), message: z.string() });
const pause = z.object({ type: z.literal('wait'), ms: z.number() });
const stop = z.union([
  z.object({ type: z.enum(['cut', 'silence', 'end']) }),
  z.object({ type: z.literal('error'), error }),
]);
const extra = z.union([
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('raw'), text: z.string() }),
]);
const piece = z.union([z.string(), pause, stop, extra]);
const text = z.union([z.string(), z.array(piece)]);
const json = z.custom<JsonObject>(isJsonObject);
const headers = z.record(z.string(), z.string()).optional();

const item = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('thinking'), text, signature: z.string().optional() }),
  z.object({ type: z.literal('redacted'), data: z.string() }),
  z.object({
    type: z.literal('call'),
    id: z.string().optional(),
    name: z.string(),
    namespace: z.string().optional(),
    input: json,
    pieces: z.array(piece).optional(),
  }),
  pause,
  stop,
  extra,
]);

const stopReason = z.enum([
  'end_turn',
  'tool_use',
  'max_tokens',
  'stop_sequence',
  'refusal',
  'pause_turn',
  'model_context_window_exceeded',
]);

const usage = z.object({
  inputTokens: z.number().default(DEFAULT_USAGE.inputTokens),
  outputTokens: z.number().default(DEFAULT_USAGE.outputTokens),
  cacheReadTokens: z.number().default(DEFAULT_USAGE.cacheReadTokens),
  cacheWriteTokens: z.number().default(DEFAULT_USAGE.cacheWriteTokens),
});

const answer = z.union([
  z.strictObject({
    content: z.array(item),
    id: z.string().optional(),
    model: z.string().optional(),
    stopReason: stopReason.optional(),
    usage: usage.optional(),
    headers,
    chunkBytes: z.number().int().positive().optional(),
  }),
  z.strictObject({
    raw: z.array(z.union([z.string(), pause, stop])),
    status: z.number().optional(),
    headers,
  }),
  z.strictObject({ connection: z.enum(['cut', 'silent']), before: z.array(pause).optional() }),
  z.strictObject({
    status: z.number(),
    headers,
    error: error.optional(),
    body: z.string().optional(),
    before: z.array(pause).optional(),
  }),
]);

/**
 * A script without gates and functions, as a JSON list of answers.
 * @throws Error that says where it is not a script.
 */
export function parseScript(text: string): readonly Answer[] {
  const parsed = z.array(answer).safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`This is not a script of a model server: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
