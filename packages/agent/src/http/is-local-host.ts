import { isIPv4 } from 'node:net';

/** Whether a host is this machine, by name or address. `hostname` is in URL form. */
export function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  if (hostname === '[::1]' || hostname === '0.0.0.0' || hostname === '[::]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}
