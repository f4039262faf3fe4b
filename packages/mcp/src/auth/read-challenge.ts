import type { Challenge } from './login-store.ts';

/** What a refusal asks for; undefined: it is not a refusal. */
export async function readChallenge(response: Response): Promise<Challenge | undefined> {
  const { status, headers } = response;
  if ((status !== 401 && status !== 403) || !headers.has('www-authenticate')) return undefined;
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  const isScopeMissing = status === 403 && error === 'insufficient_scope';
  if (status === 403 && !isScopeMissing) return undefined;
  return { resourceMetadataUrl: resourceMetadataUrl?.href, scope, isScopeMissing };
}
