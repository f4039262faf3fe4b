import { RequestError } from '@agentclientprotocol/sdk';

/** A failure as the protocol tells it: what a key would fix is a matter of authentication. */
export function failureOf(message: string, kind?: string): RequestError {
  const line = message.replaceAll('\n', ' ');
  if (kind === 'authentication' || line.startsWith('No key for '))
    return RequestError.authRequired(undefined, line);
  return RequestError.internalError(kind === undefined ? undefined : { kind }, line);
}
