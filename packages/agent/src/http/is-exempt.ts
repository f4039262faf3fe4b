import { BlockList, isIP } from 'node:net';
import { isLocalHost } from './is-local-host.ts';

/**
 * Whether a server is reached without the proxy. This machine always is; NO_PROXY lists others: `*`, names
 * (including their subdomains), addresses, and address ranges (`10.0.0.0/8`), each with an optional port.
 */
export function isExempt(url: URL, list: string): boolean {
  if (isLocalHost(url.hostname)) return true;
  const host = plainHost(url.hostname);
  const port = url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80';
  return list
    .split(/[\s,]/)
    .filter((entry) => entry !== '')
    .some((entry) => fits(entry.toLowerCase(), host, port));
}

function fits(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (name.includes('/')) return isInRange(name, host);
  const suffix = name.startsWith('*.') ? name.slice(1) : name;
  if (suffix.startsWith('.')) return host.endsWith(suffix) || host === suffix.slice(1);
  return host === plainHost(suffix) || (isIP(host) === 0 && host.endsWith(`.${suffix}`));
}

function splitPort(entry: string): { readonly name: string; readonly onlyPort: string | undefined } {
  const colon = entry.lastIndexOf(':');
  const port = entry.slice(colon + 1);
  const isPort = colon > 0 && /^\d+$/.test(port) && isIP(entry) === 0 && !entry.includes('/');
  return isPort ? { name: entry.slice(0, colon), onlyPort: port } : { name: entry, onlyPort: undefined };
}

function isInRange(range: string, host: string): boolean {
  const slash = range.indexOf('/');
  const network = plainHost(range.slice(0, slash));
  const bits = range.slice(slash + 1);
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);
  return list.check(host, type);
}

/** IPv6 addresses are in brackets in a URL. */
function plainHost(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}
