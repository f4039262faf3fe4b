import type { ModelProvider } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';
import type { Endpoint } from './endpoint.ts';

/** Addresses of the services whose APIs can search the web. */
const HOSTS: ReadonlyMap<ModelFormat, string> = new Map([
  ['anthropic', 'api.anthropic.com'],
  ['openai-responses', 'api.openai.com'],
  ['gemini', 'generativelanguage.googleapis.com'],
]);

/** Whether a service can search the web. Compatible servers rarely can. */
export function searchesWeb({
  api,
  base,
}: Pick<Endpoint, 'api' | 'base'>): NonNullable<ModelProvider['searchesWeb']> {
  const host = HOSTS.get(api);
  if (host === undefined) return 'no';
  return base.hostname === host ? 'yes' : 'maybe';
}
