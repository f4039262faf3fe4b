import { getOwn, type JsonObject } from '@sluice/core';

/** `oauth` of a server's entry, and the variables that belong to it. */
export interface OAuthSettings {
  /** A client that is registered already. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** The address of a document about the client, which servers that support it take as its identity. */
  readonly clientMetadataUrl: string | undefined;
  /** The address of the authorization server's metadata; undefined: the server says where it is. */
  readonly metadataUrl: string | undefined;
  readonly scope: string | undefined;
  /** The port that the browser comes back to; undefined: a free one. */
  readonly callbackPort: number | undefined;
}

/** The client that `oauth` of an entry names. */
export function clientIdIn(oauth: JsonObject | undefined): string | undefined {
  const value = oauth === undefined ? undefined : getOwn(oauth, 'clientId');
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @param isOwn the entry is the user's own: the user's secret is not sent where a repository says */
export function readOAuthSettings(
  oauth: JsonObject | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isOwn: boolean,
): OAuthSettings {
  const text = (key: string): string | undefined => {
    const value = oauth === undefined ? undefined : getOwn(oauth, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const scopes = oauth === undefined ? undefined : getOwn(oauth, 'scopes');
  const listed = Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string').join(' ') : scopes;
  const port = oauth === undefined ? undefined : getOwn(oauth, 'callbackPort');
  const given = env['MCP_OAUTH_CALLBACK_PORT'];
  return {
    clientId: clientIdIn(oauth),
    clientSecret: isOwn && clientIdIn(oauth) !== undefined ? env['MCP_CLIENT_SECRET'] : undefined,
    clientMetadataUrl: text('clientMetadataUrl'),
    metadataUrl: text('authServerMetadataUrl'),
    scope: typeof listed === 'string' && listed !== '' ? listed : undefined,
    callbackPort: portOf(given) ?? portOf(port),
  };
}

function portOf(value: unknown): number | undefined {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
