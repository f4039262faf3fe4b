import { present } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { isSafePage } from './is-safe-page.ts';
import type { OAuthSettings } from './oauth-settings.ts';

/**
 * The authorization server of an MCP server: what the entry names, or else what the server says.
 * @throws if it can't be reached, or its description can't be used
 */
export async function discoverServer(
  url: string,
  { metadataUrl }: Pick<OAuthSettings, 'metadataUrl'>,
  {
    resourceMetadataUrl,
    fetchFn,
  }: { readonly resourceMetadataUrl?: URL | undefined; readonly fetchFn: FetchLike },
): Promise<OAuthDiscoveryState> {
  if (metadataUrl === undefined) {
    const { discoverOAuthServerInfo } = await import('@modelcontextprotocol/client');
    return discoverOAuthServerInfo(url, {
      ...present({ resourceMetadataUrl }),
      fetchFn,
    });
  }
  const wrong = (what: string): Error =>
    new Error(`"authServerMetadataUrl" ${JSON.stringify(metadataUrl)} ${what}.`);
  if (!URL.canParse(metadataUrl) || !isSafePage(new URL(metadataUrl)))
    throw wrong('is not an https:// address, or an http:// address on this machine');
  const response = await fetchFn(metadataUrl, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  });
  if (!response.ok) throw wrong(`answers with HTTP ${response.status}`);
  const metadata: unknown = await response.json().catch(() => undefined);
  if (!isMetadata(metadata)) throw wrong('has no metadata of an authorization server');
  return { authorizationServerUrl: metadata.issuer, authorizationServerMetadata: metadata };
}

function isMetadata(value: unknown): value is AuthorizationServerMetadata {
  if (!isJsonObject(value) || !Array.isArray(getOwn(value, 'response_types_supported'))) return false;
  const isSafe = (key: string): boolean => {
    const address = getOwn(value, key);
    return typeof address === 'string' && URL.canParse(address) && isSafePage(new URL(address));
  };
  const optional = ['registration_endpoint'].every((key) => getOwn(value, key) === undefined || isSafe(key));
  return ['issuer', 'authorization_endpoint', 'token_endpoint'].every(isSafe) && optional;
}
