import { isIPv6 } from 'node:net';

/** Characters of a host name or an IPv4 address; non-ASCII letters are converted to these below. */
const NAME = /^[-\w.\u0080-\u{10ffff}]+$/u;
const MAX_NAME = 253;
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * The canonical spelling of a host: lower case, punycode, no trailing dot; addresses in their shortest form without brackets, IPv4
 * addresses always with four decimal parts (from `0x7f.1` or `::ffff:127.0.0.1`, for example). Undefined if it isn't a host.
 */
export function canonicalHost(text: string): string | undefined {
  if (text.length > MAX_NAME + 2) return undefined;
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIPv6(bare)) return canonicalAddress(bare);
  if (!NAME.test(text)) return undefined;
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '');
  if (host === undefined || host.length > MAX_NAME || !/^[-\w.]+$/.test(host)) return undefined;
  return host.split('.').includes('') ? undefined : host;
}

function canonicalAddress(address: string): string | undefined {
  // A zone names a network device of this machine.
  if (address.includes('%')) return undefined;
  const short = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(short ?? '') ?? [];
  return high === undefined || low === undefined ? short : dotted(high, low);
}

/** The IPv4 address in two groups of an IPv6 address. */
export function dotted(high: string, low: string): string {
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}
