import { isIPv4 } from 'node:net';

/** Only programs on this machine reach a host of this name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
