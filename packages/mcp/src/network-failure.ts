import { errorText } from '@sluice/base';
import { cutLine, getOwn } from '@sluice/core';
import type { FetchLike } from '@modelcontextprotocol/client';

const MAX_SHOWN = 200;

/** Codes of errors that say that a certificate is not trusted. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** Codes of errors before anything is sent. */
const UNSENT: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Codes of errors that say that no connection could be made. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * A request that reached no server. Its message says what is wrong, where, and how to fix it. A TypeError, as `fetch` throws it: the
 * protocol's package tells a network that fails by that.
 */
export class NetworkFailure extends TypeError {
  override readonly name = 'NetworkFailure';
  /** No connection was made, so that nothing was sent. */
  readonly isUnsent: boolean;

  constructor(message: string, cause: TypeError) {
    super(message, { cause });
    const code = codeOf(cause);
    this.isUnsent = UNSENT.has(code) || UNTRUSTED.has(code);
  }
}

/**
 * `fetch` for an MCP server and whatever it leads to, such as its authorization server: a failure names the address that was not reached.
 * @param serverUrl what the server's entry has
 */
export function withNetworkFailures(fetchFn: FetchLike, serverUrl: string): FetchLike {
  return async (input, init) => {
    try {
      return await fetchFn(input, init);
    } catch (error) {
      const problem =
        error instanceof TypeError ? networkProblem(error, new URL(input), serverUrl) : undefined;
      throw problem === undefined || !(error instanceof TypeError)
        ? error
        : new NetworkFailure(problem, error);
    }
  };
}

/** Undefined: the network isn't the problem. */
function networkProblem(error: TypeError, asked: URL, serverUrl: string): string | undefined {
  const server = new URL(serverUrl);
  const isServer = asked.origin === server.origin;
  const url = isServer ? server : asked;
  // Without the query and the user, which may hold keys.
  const where = `${url.origin}${url.pathname}`;
  const namedBy = `The MCP server at ${server.origin} names this address for logins.`;
  const fix = (ofServer: string): string => (isServer ? ofServer : namedBy);
  const first = firstCause(error);
  const code = codeOf(error);
  const said = errorText(first ?? error);
  if (code === 'ECONNREFUSED')
    return `Nothing is listening at ${where}: the connection was refused. ${fix('Start the server, or correct "url" in its entry.')}`;
  if (code === 'ENOTFOUND')
    return `The host ${url.hostname} doesn't exist. ${fix('Correct "url" in its entry, or check the network.')}`;
  if (code === 'EAI_AGAIN') return `The address of ${url.hostname} can't be looked up. Check the network.`;
  if (UNREACHABLE.has(code)) return `${where} can't be reached (${said}). Check the network and the proxy.`;
  if (said === 'bad port')
    return `Port ${url.port} can't be used for HTTP. ${fix('Correct "url" in its entry.')}`;
  if (UNTRUSTED.has(code))
    return `The certificate of ${url.hostname} is not trusted (${said}). If you trust its issuer, set NODE_EXTRA_CA_CERTS to a file with the issuer's certificate.`;
  if (url.protocol === 'https:' && said.includes('wrong version number'))
    return `${where} does not use TLS. ${fix('Use http:// in "url", or check the port.')}`;
  if (first === undefined) return undefined;
  const line = cutLine(said.replaceAll(/\s+/g, ' ').trim(), MAX_SHOWN);
  return `${where} can't be reached: ${line}. ${fix('Check "url" in its entry.')}`;
}

/** With several addresses of a host, each has failed for itself. */
function firstCause({ cause }: TypeError): unknown {
  return cause instanceof AggregateError ? cause.errors[0] : cause;
}

function codeOf(error: TypeError): unknown {
  const first = firstCause(error);
  return first instanceof Error ? getOwn(first, 'code') : undefined;
}
