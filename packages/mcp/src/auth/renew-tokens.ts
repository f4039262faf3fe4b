import { present } from '@sluice/base';
import type { FetchLike } from '@modelcontextprotocol/client';
import { discoverServer } from './discover-server.ts';
import { loginFetch } from './login-fetch.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import type { KeptProvider } from './kept-provider.ts';

export interface RenewTokensOptions {
  /** The server's address. */
  readonly url: string;
  readonly settings: OAuthSettings;
  readonly resourceMetadataUrl: URL | undefined;
  readonly fetch: FetchLike;
}

/**
 * Renews the tokens of a login; false: the login has ended, and is forgotten. Unlike `auth` of the protocol's package, which warns on
 * standard error and starts a login that no one sees, it takes a network that fails for what it is.
 * @throws if the authorization server can't be reached, or fails
 */
export async function renewTokens(
  provider: KeptProvider,
  { url, settings, resourceMetadataUrl, fetch }: RenewTokensOptions,
): Promise<boolean> {
  const fetchFn = loginFetch(fetch, [url, settings.metadataUrl]);
  const sdk = await import('@modelcontextprotocol/client');
  // The server may have another authorization server than at the login.
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = await discoverServer(
    url,
    settings,
    { resourceMetadataUrl, fetchFn },
  );
  const issuer = authorizationServerMetadata?.issuer ?? authorizationServerUrl;
  const clientInformation = provider.clientInformation({ issuer });
  const refreshToken = provider.tokens({ issuer })?.refresh_token;
  if (clientInformation === undefined || refreshToken === undefined) return false;
  const selected = await sdk.selectResourceURL(url, provider, resourceMetadata);
  const resource = selected === undefined ? undefined : (resourceMetadata?.resource ?? selected);
  try {
    const tokens = await sdk.refreshAuthorization(authorizationServerUrl, {
      clientInformation,
      refreshToken,
      fetchFn,
      ...present({
        metadata: authorizationServerMetadata,
        resource: resource === undefined ? undefined : new URL(resource),
      }),
    });
    provider.saveTokens({ ...tokens, issuer }, { issuer });
    return true;
  } catch (error) {
    if (!(error instanceof sdk.OAuthError)) throw error;
    const { InvalidClient, ServerError, UnauthorizedClient } = sdk.OAuthErrorCode;
    const isCode = (...codes: readonly string[]): boolean => codes.includes(error.code);
    if (isCode(ServerError)) throw error;
    if (isCode(InvalidClient, UnauthorizedClient)) provider.invalidateCredentials('client');
    provider.invalidateCredentials('tokens');
    return false;
  }
}
