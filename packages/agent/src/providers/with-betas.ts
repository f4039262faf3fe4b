import type { Headers } from '../http/connections.ts';

const BETA = 'anthropic-beta';

/** The headers of a request that asks for betas of Anthropic's API. Those that the user asks for stay. */
export function withBetas(headers: Headers, betas: readonly string[]): Headers {
  if (betas.length === 0) return headers;
  const name = Object.keys(headers).find((key) => key.toLowerCase() === BETA) ?? BETA;
  const own = headers[name]?.split(',').map((beta) => beta.trim()) ?? [];
  return { ...headers, [name]: [...new Set([...own, ...betas])].join(',') };
}
