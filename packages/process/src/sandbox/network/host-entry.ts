import { isIP } from 'node:net';
import { canonicalHost } from './canonical-host.ts';

export interface HostEntry {
  /** `any`: every host. `below`: the subdomains of `host`, not `host` itself. */
  readonly kind: 'any' | 'below' | 'one';
  /** Canonical; empty for `any`. */
  readonly host: string;
  readonly port: number | undefined;
}

const MAX_PORT = 65_535;
/** The ports of an allowed name without a port: web, and git over ssh. */
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443, 22]);

/** Parses an entry of a host list; `problem` tells the user what is wrong and what to write. */
export function parseHostEntry(text: string): HostEntry | { readonly problem: string } {
  const written = text.trim();
  if (/[/@?#\\]/.test(written)) {
    const host = hostWithin(written);
    const meant = 'problem' in parseHostEntry(host) ? 'example.com' : host;
    return { problem: `an entry is just a host, without scheme, user or path; write ${meant}` };
  }
  const { host, port } = splitPort(written);
  if (port !== undefined && !(port >= 1 && port <= MAX_PORT)) {
    return { problem: `the colon must be followed by a port from 1 to ${MAX_PORT}; write example.com:8443` };
  }
  if (host === '*') return { kind: 'any', host: '', port };
  const isBelow = host.startsWith('*.');
  const name = canonicalHost(isBelow ? host.slice(2) : host);
  if (name === undefined) {
    return {
      problem: host.includes('*')
        ? '"*" can only replace whole labels before a host; write *.example.com, or * for every host'
        : 'it is not a host; write example.com, *.example.com, 192.0.2.1 or [2001:db8::1]',
    };
  }
  if (isBelow && isIP(name) !== 0) return { problem: 'an address has no subdomains; write it in full' };
  return { kind: isBelow ? 'below' : 'one', host: name, port };
}

/** The host part of a URL. */
function hostWithin(written: string): string {
  const [authority = ''] = written.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '').split(/[/?#\\]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/**
 * @param host canonical
 *
 * @param anyPort whether an entry without a port covers all ports, or just the usual ones
 */
export function coversHost(entry: HostEntry, host: string, port: number, anyPort: boolean): boolean {
  const isPort =
    entry.port === undefined ? anyPort || entry.kind === 'any' || USUAL_PORTS.has(port) : entry.port === port;
  return isPort && coversName(entry, host);
}

function coversName({ kind, host: listed }: HostEntry, host: string): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'below':
      return isIP(host) === 0 && host.endsWith(`.${listed}`);
    case 'one':
      return host === listed;
    default:
      return kind satisfies never;
  }
}

/** Splits `host:port` or `[address]:port`; NaN if a colon is not followed by a port. A bare IPv6 address has no port. */
export function splitPort(text: string): { readonly host: string; readonly port: number | undefined } {
  const colon = text.lastIndexOf(':');
  if (colon < 0 || text.endsWith(']') || isIP(text) === 6) return { host: text, port: undefined };
  const digits = text.slice(colon + 1);
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN;
  return { host: text.slice(0, colon), port };
}
