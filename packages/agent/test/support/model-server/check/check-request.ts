import type { JsonValue } from '@sluice/core';
import type { Api } from '../api.ts';
import type { RecordedRequest } from '../recorded-request.ts';
import { checkAnthropic } from './check-anthropic.ts';
import { checkGemini } from './check-gemini.ts';
import { checkOpenaiChat } from './check-openai-chat.ts';
import { checkOpenaiResponses } from './check-openai-responses.ts';
import type { SentMemory } from './sent-memory.ts';

/** A rule book of one API. */
export type Check = (request: RecordedRequest, sent: SentMemory) => string[];

const CHECKS: Readonly<Record<Api, Check>> = {
  anthropic: checkAnthropic,
  'openai-chat': checkOpenaiChat,
  'openai-responses': checkOpenaiResponses,
  gemini: checkGemini,
};

/** Every rule that the request breaks, with the place in its body. */
export function checkRequest(request: RecordedRequest, sent: SentMemory): string[] {
  const problems = CHECKS[request.api](request, sent);
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) problems.push(`its content type is "${type}", not JSON.`);
  if (!isWellFormed(request.body)) problems.push('a text holds half a surrogate pair.');
  return problems;
}

function isWellFormed(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}
