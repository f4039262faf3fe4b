import { isIPv4 } from 'node:net';

/** A host that is this machine by its name or address; `hostname` as a URL gives it. */
export function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  if (hostname === '[::1]' || hostname === '0.0.0.0' || hostname === '[::]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}
