import type { JsonObject } from '@sluice/core';
import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import { KeptProvider } from './kept-provider.ts';
import { LoginStore } from './login-store.ts';
import { readOAuthSettings } from './oauth-settings.ts';
import { renewTokens } from './renew-tokens.ts';
import { readChallenge } from './read-challenge.ts';

export interface AccessTokensOptions {
  /** Where logins are kept. */
  readonly directory: string;
  /** The server's address. */
  readonly url: string;
  readonly oauth: JsonObject | undefined;
  /** The entry is the user's own, not a repository's or a plugin's. */
  readonly isOwn: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: FetchLike;
}

export interface RemoteAuthorization extends AuthProvider {
  /** For the requests that this authorizes: remembers which token was refused. */
  readonly fetch: FetchLike;
}

/** Tokens and other credentials are refreshed after this share of their lifetime. */
export const RENEWED_AT = 0.8;

/**
 * The access tokens of the login that `sluice mcp login` saved for a server. They are refreshed by one process at a time; an expired
 * login needs the user, who is not asked here.
 */
export function accessTokens(options: AccessTokensOptions): RemoteAuthorization {
  const { directory, url, oauth, env, isOwn } = options;
  const settings = readOAuthSettings(oauth, env, isOwn);
  const store = new LoginStore(directory, url, settings.clientId);
  const current = (): string | undefined => new KeptProvider(store, settings).tokens()?.access_token;
  /** The token that was sent with a request, by its response. */
  const sent = new WeakMap<Response, string>();
  /** Refreshes the token `old`, unless another process has done so in the meantime. */
  const renew = async (
    old: string | undefined,
    fetchFn: FetchLike | undefined,
    resourceMetadataUrl?: URL,
  ): Promise<boolean> => {
    const renewed = await store.locked(async () => {
      const now = current();
      if (now !== undefined && now !== old) return true;
      const provider = new KeptProvider(store, settings);
      if (provider.tokens()?.refresh_token === undefined) return false;
      return renewTokens(provider, { url, settings, resourceMetadataUrl, fetch: fetchFn ?? options.fetch });
    });
    return renewed.ok && renewed.result;
  };
  return {
    async fetch(input, init) {
      const response = await options.fetch(input, init);
      const challenge = await readChallenge(response);
      // For the user's next login.
      if (challenge !== undefined) store.saveChallenge(challenge);
      const token = /^Bearer (.+)$/i.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1];
      if (token !== undefined) sent.set(response, token);
      return response;
    },
    async token() {
      const { tokens, issuer } = store.read();
      const kept = tokens[issuer ?? ''];
      if (kept === undefined || current() === undefined) return undefined;
      const lifeMs = (kept.tokens.expires_in ?? Infinity) * 1_000;
      const isOld = Date.now() - kept.savedAt > lifeMs * RENEWED_AT;
      // A network failure here doesn't invalidate the login: the token may still be valid.
      if (isOld) await renew(kept.tokens.access_token, undefined).catch(() => false);
      return current();
    },
    async onUnauthorized({ response, fetchFn }) {
      const { extractWWWAuthenticateParams, UnauthorizedError } =
        await import('@modelcontextprotocol/client');
      const { resourceMetadataUrl } = extractWWWAuthenticateParams(response);
      if (!(await renew(sent.get(response), fetchFn, resourceMetadataUrl)))
        throw new UnauthorizedError('It requires a login.');
    },
  };
}
