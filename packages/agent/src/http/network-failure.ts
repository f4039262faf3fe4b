import { getOwn, type ModelFailure } from '@sluice/core';
import { isLocalHost } from './is-local-host.ts';
import { TUNNEL_REFUSED } from './tunnel-refused.ts';
import { safeAddress } from './safe-address.ts';

interface Way {
  readonly url: URL;
  /** The proxy in use, without its password. */
  readonly proxy: string | undefined;
}

/** Explains a socket, TLS, or HTTP parser error to the user. */
export function networkFailure(error: Error, { url, proxy }: Way): ModelFailure {
  const code = codeOf(error);
  const address = safeAddress(url);
  const peer = proxy === undefined ? address : `the proxy ${proxy}`;
  const fail = (message: string, isRetryable = true): ModelFailure => ({
    kind: 'network',
    message,
    isRetryable,
  });
  switch (code) {
    case TUNNEL_REFUSED:
      return fail(error.message, getOwn(error, 'isRetryable') === true);
    case 'ECONNREFUSED':
      if (proxy === undefined && isLocalHost(url.hostname)) {
        const message = `No server responds at ${address}: is it running? Start it, or correct the address.`;
        // One that is just starting is there soon.
        return { ...fail(message), maxRetries: 2 };
      }
      return fail(`The connection to ${peer} was refused. Check the address and its port.`);
    case 'ENOTFOUND':
      // The name server said that the name does not exist; only a network that is just coming back could
      // change that.
      return { ...fail(nameNotFound(peer, code)), maxRetries: 1 };
    case 'EAI_AGAIN':
      return fail(nameNotFound(peer, code));
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return fail(`The connection to ${peer} was closed before a response arrived.`);
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return fail(
        `${capital(peer)} could not be reached (${code}). Check the network, and whether a proxy is needed.`,
      );
    default:
  }
  const certificate = code === undefined ? undefined : CERTIFICATE_FAULTS.get(code);
  if (certificate !== undefined) {
    return fail(`The certificate of ${address} is not trusted: ${certificate} (${code ?? ''}).`, false);
  }
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_') === true) {
    return fail(
      `The TLS connection to ${address} failed (${code}). Does the server use http:// instead of https://?`,
      false,
    );
  }
  if (code?.startsWith('HPE_') === true) {
    const hint = url.protocol === 'http:' ? ' Does it use https:// instead of http://?' : '';
    return fail(`The response from ${peer} is not HTTP (${code}).${hint}`);
  }
  return fail(`The connection to ${peer} failed (${code ?? error.name}).`);
}

function nameNotFound(peer: string, code: string): string {
  return `The host name of ${peer} could not be resolved (${code}). Check the spelling of the address, the network and the DNS server.`;
}

const UNKNOWN_ISSUER =
  "its issuer is unknown. If your company or a local server has its own CA, set NODE_EXTRA_CA_CERTS to the CA's certificate file before starting";

const CERTIFICATE_FAULTS: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_ISSUER],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ISSUER],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ISSUER],
  ['CERT_UNTRUSTED', UNKNOWN_ISSUER],
  [
    'CERT_HAS_EXPIRED',
    "it has expired. Check this machine's clock, or have the server's certificate renewed",
  ],
  ['CERT_NOT_YET_VALID', "it is not valid yet. Check this machine's clock"],
  ['CERT_REVOKED', 'it was revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it was issued for another host name. Check the address'],
]);

/** When a name has several addresses, each one fails separately; the first code represents them all. */
function codeOf(error: Error): string | undefined {
  const code = getOwn(error, 'code');
  if (typeof code === 'string') return code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? codeOf(first) : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
