import type { JsonObject } from '@sluice/core';
import type { Api } from '../support/model-server/api.ts';
import type { ModelServer } from '../support/model-server/start-model-server.ts';

const PATHS: Readonly<Record<Api, (isStreamed: boolean) => string>> = {
  anthropic: () => '/v1/messages',
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  gemini: (isStreamed) =>
    `/v1beta/models/test:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
};

const BODIES: Readonly<Record<Api, JsonObject>> = {
  anthropic: { model: 'test', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] },
  'openai-chat': { model: 'test', messages: [{ role: 'user', content: 'hello' }] },
  'openai-responses': { model: 'test', input: 'hello' },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
};

/** Sends a body, or a simple question; answers with the status and the text of the answer. */
export async function ask(
  server: ModelServer,
  api: Api,
  isStreamed: boolean,
  signal?: AbortSignal,
  body: JsonObject = BODIES[api],
): Promise<string> {
  const response = await post(server, api, isStreamed, signal, body);
  return `${response.status} ${await response.text()}`;
}

/** The answer as it comes. */
export async function* textsOf(server: ModelServer, api: Api): AsyncGenerator<string> {
  const { body } = await post(server, api, true, undefined, BODIES[api]);
  if (body === null) throw new Error('There is no body.');
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
}

async function post(
  { address }: ModelServer,
  api: Api,
  isStreamed: boolean,
  signal: AbortSignal | undefined,
  body: JsonObject,
): Promise<Response> {
  return await fetch(`${address}${PATHS[api](isStreamed)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(api === 'gemini' ? body : { ...body, stream: isStreamed }),
    signal: signal ?? null,
  });
}
