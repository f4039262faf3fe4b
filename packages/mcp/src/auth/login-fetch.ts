import { isLoopback } from '@sluice/base';
import type { FetchLike } from '@modelcontextprotocol/client';

/**
 * `fetch` for a login. Where it leads is what servers say, so they must not be able to send requests into the user's network: only
 * `https:` addresses are asked, those of the server itself, and this machine if the server is on it.
 * @param bases the addresses that the entry names
 * @throws Error, from the returned function, for another address; its message is for the user
 */
export function loginFetch(fetchFn: FetchLike, bases: readonly (string | undefined)[]): FetchLike {
  const known = bases.flatMap((base) => (base !== undefined && URL.canParse(base) ? [new URL(base)] : []));
  const origins = new Set(known.map(({ origin }) => origin));
  const mayStay = known.some(isHere);
  return async (input, init) => {
    const target = new URL(input);
    const isAllowed =
      target.protocol === 'https:' || origins.has(target.origin) || (mayStay && isHere(target));
    if (isAllowed) return fetchFn(input, init);
    throw new Error(
      `The server leads to ${JSON.stringify(target.origin)}, which is neither https:// nor its own address.`,
    );
  };
}

function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
