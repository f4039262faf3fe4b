import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface GuardOptions {
  /** Undefined: anyone who can reach the port may call. */
  readonly token: string | undefined;
  /** Host names beside those of loopback that a request may name, such as this machine's. */
  readonly hostNames: readonly string[];
  /** Accept any IP address as the host: a web page can only rebind host names. */
  readonly allowsAddresses: boolean;
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Checks a request's headers before parsing anything else. A page in the user's browser can reach this server too,
 * under its own name that resolves to this machine: its requests have a different `Host`, or an `Origin`.
 */
export function guardRequest(headers: IncomingHttpHeaders, options: GuardOptions): Refusal | undefined {
  const host = hostNameOf(`http://${headers.host ?? ''}`);
  if (host === undefined || !isOwnName(host, options))
    return {
      status: 403,
      message: `The Host ${shown(headers.host)} is not one that this server answers to.`,
    };
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, options))
    return { status: 403, message: `The Origin ${shown(origin)} may not call this server.` };
  if (options.token !== undefined && !hasToken(headers.authorization, options.token))
    return { status: 401, message: 'Send the bearer token of this server: "Authorization: Bearer TOKEN".' };
  return undefined;
}

function isOwnName(name: string, { hostNames, allowsAddresses }: GuardOptions): boolean {
  if (LOOPBACK_NAMES.includes(name) || hostNames.includes(name)) return true;
  return allowsAddresses && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function isOwnOrigin(origin: string, host: string, { hostNames }: GuardOptions): boolean {
  const name = hostNameOf(origin);
  return name !== undefined && (LOOPBACK_NAMES.includes(name) || hostNames.includes(name) || name === host);
}

function hostNameOf(url: string): string | undefined {
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return name === '' ? undefined : name;
}

function shown(header: string | undefined): string {
  return header === undefined ? '(none)' : JSON.stringify(header.slice(0, 200));
}

/** In the same time whatever is wrong with it. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
