import { createProxiedFetch } from '@sluice/agent/http';
import { NetworkFailure, withNetworkFailures } from '../network-failure.ts';
import { loginFetch } from './login-fetch.ts';
import { LoginStore } from './login-store.ts';

export interface OffersLoginOptions {
  /** Where logins are kept. */
  readonly directory: string;
  /** The server's URL. */
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether anything says that a server has a login: a login that is kept, a refusal of an earlier request, or the server's own metadata
 * (RFC 9728). True if the server can't be reached. False says only that it doesn't announce one. Never rejects.
 */
export async function offersLogin({ directory, url, env }: OffersLoginOptions): Promise<boolean> {
  const store = new LoginStore(directory, url, undefined);
  if (store.challenge() !== undefined || Object.keys(store.read().tokens).length > 0) return true;
  const fetchFn = loginFetch(withNetworkFailures(createProxiedFetch(env), url), [url]);
  try {
    const { discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/client');
    await discoverOAuthProtectedResourceMetadata(url, {}, fetchFn);
    return true;
  } catch (error) {
    return error instanceof NetworkFailure;
  }
}
