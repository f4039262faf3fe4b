import { isJsonObject, type JsonObject, type ModelFailure, type ModelFailureKind } from '@sluice/core';
import type { StreamFormat } from '../stream/model-format.ts';
import { ownCount, ownText } from '../stream/own-value.ts';
import { parseJson } from '../stream/parse-json.ts';
import { errorOf } from '../stream/errors/server-error.ts';
import { failureKind } from '../stream/errors/failure-kind.ts';
import { retryAfterMs } from './retry-after.ts';

const KEYS = /\b(?:sk-|AIza|Bearer )[A-Za-z0-9_*.…-]{4,}/g;

/** Servers repeat all or part of an invalid key in their errors; keep it out of logs. */
function withoutKeys(text: string): string {
  return text.replace(KEYS, '[key]');
}

/** As node:http gives them: lowercase names. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_TEXT_CHARS = 500;

const API_NAMES: Record<StreamFormat, string> = {
  anthropic: 'Anthropic Messages API',
  'openai-chat': 'Chat Completions API',
  'openai-responses': 'OpenAI Responses API',
  gemini: 'Gemini API',
  'gemini-interactions': 'Gemini Interactions',
};

/** Interprets an error response. `now`: milliseconds since the Unix epoch, for advice that names a time. */
export function failureOf(
  format: StreamFormat,
  status: number,
  headers: AnswerHeaders,
  bodyText: string,
  now: number = Date.now(),
): ModelFailure {
  const error = errorIn(bodyText);
  const said = withoutKeys(saidIn(error, bodyText));
  const code = ownCount(error, 'code') ?? status;
  const codes = ['code', 'type', 'status'].map((key) => ownText(error, key));
  const judged = failureKind({ status: code >= 400 && code < 600 ? code : status, codes, message: said });
  const advice = header(headers, 'x-should-retry');
  const isRetryable = advice === 'true' || (advice !== 'false' && judged.isRetryable);
  const waitMs = retryAfterMs((name) => header(headers, name), error, now);
  const where = `${API_NAMES[format]} answered with status ${status}`;
  const message = `The ${where}${said === '' ? '' : `: ${cut(said)}`}${endsSentence(said) ? '' : '.'} ${HINTS[judged.kind]}`;
  return {
    kind: judged.kind,
    message: message.trim(),
    status,
    isRetryable,
    retryAfterMs: waitMs,
  };
}

function header(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** The error object of the body; Gemini's may be in a list. */
function errorIn(bodyText: string): JsonObject {
  const json = parseJson(bodyText);
  const value: unknown =
    json.ok && Array.isArray(json.value) ? json.value[0] : json.ok ? json.value : undefined;
  if (!isJsonObject(value)) return {};
  return errorOf(value) ?? value;
}

function saidIn(error: JsonObject, bodyText: string): string {
  const text = ownText(error, 'message') ?? ownText(error, 'detail');
  if (text !== undefined) return text.trim();
  const json = parseJson(bodyText);
  // A web page tells the user only that this is not an API.
  const isPage = !json.ok && bodyText.trimStart().startsWith('<');
  return isPage ? 'a web page instead of JSON; is the base URL right?' : bodyText.trim();
}

function cut(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : text;
}

function endsSentence(text: string): boolean {
  return text.length <= MAX_TEXT_CHARS && ['.', '!', '?'].includes(text.slice(-1));
}

const HINTS: Record<ModelFailureKind, string> = {
  authentication: 'Check the API key.',
  billing: 'The account has no credit left or a payment is due.',
  permission: 'The key is not allowed to use this model or address.',
  'not-found': 'Check the model name and the base URL.',
  'invalid-request': '',
  'too-long': "The conversation exceeds the model's context window: compact it, or start a new one.",
  'rate-limit': 'The rate limit was reached; wait before you retry.',
  overloaded: 'The server is overloaded; retry later.',
  server: 'The server failed; retry later.',
  network: '',
  timeout: 'The server timed out; retry later.',
  'stream-cut': '',
  aborted: '',
};
