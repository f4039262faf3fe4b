import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { errorText, present } from '@sluice/base';
import { getOwn, type JsonObject } from '@sluice/core';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { readOAuthSettings } from './oauth-settings.ts';

export type MachineLogin =
  /** `provider` undefined: the entry has a login for people, or none. */
  | { readonly ok: true; readonly provider: OAuthClientProvider | undefined }
  /** What is wrong with the entry, and how to fix it: a sentence. */
  | { readonly ok: false; readonly reason: string };

const GRANT = 'client_credentials';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The login of a program, as in CI: `"grant": "client_credentials"` under `oauth`, with a secret (`MCP_CLIENT_SECRET`), a private key, or
 * an assertion that the platform provides. Tokens are kept in memory only.
 * @param isOwn the entry is the user's own: the credentials of a user are not sent where a repository says
 */
export async function machineLogin(
  oauth: JsonObject | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isOwn: boolean,
): Promise<MachineLogin> {
  const grant = oauth === undefined ? undefined : getOwn(oauth, 'grant');
  if (oauth === undefined || grant === undefined || grant === 'authorization_code')
    return { ok: true, provider: undefined };
  const wrong = (what: string): MachineLogin => ({
    ok: false,
    reason: `Its "oauth" can't be used: ${what}.`,
  });
  if (grant !== GRANT) return wrong(`"grant" must be "${GRANT}"; got ${JSON.stringify(grant)}`);
  if (!isOwn) return wrong('a "grant" works only in your own configuration');
  const { clientId, clientSecret, scope } = readOAuthSettings(oauth, env, isOwn);
  const text = (key: string): string | undefined => {
    const value = getOwn(oauth, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const expectedIssuer = text('issuer');
  if (clientId === undefined) return wrong('it needs a "clientId"');
  if (expectedIssuer === undefined)
    return wrong('it needs the "issuer", the authorization server that may get the credentials');
  const common = { clientId, expectedIssuer, ...present({ scope }) };
  const sdk = await import('@modelcontextprotocol/client');
  const [keyFile, assertionFile] = [text('privateKeyFile'), text('assertionFile')];
  try {
    if (keyFile !== undefined) {
      const privateKey = readFileSync(keyFile, 'utf8');
      const algorithm = text('algorithm') ?? 'RS256';
      return { ok: true, provider: new sdk.PrivateKeyJwtProvider({ ...common, privateKey, algorithm }) };
    }
    if (assertionFile !== undefined) {
      const jwtBearerAssertion = readFileSync(assertionFile, 'utf8').trim();
      const provider = new sdk.StaticPrivateKeyJwtProvider({ ...common, jwtBearerAssertion });
      // A platform replaces it every few minutes.
      provider.addClientAuthentication = async (_headers, params) => {
        params.set('client_assertion', (await readFile(assertionFile, 'utf8')).trim());
        params.set('client_assertion_type', ASSERTION_TYPE);
      };
      return { ok: true, provider };
    }
  } catch (error) {
    return wrong(errorText(error));
  }
  if (clientSecret === undefined)
    return wrong('it needs MCP_CLIENT_SECRET in the environment, a "privateKeyFile", or an "assertionFile"');
  return { ok: true, provider: new sdk.ClientCredentialsProvider({ ...common, clientSecret }) };
}
