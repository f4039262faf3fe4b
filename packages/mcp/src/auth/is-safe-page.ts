import { isLoopback } from '@sluice/base';

/** Whether a login may lead there: by `https:`, or on this machine. */
export function isSafePage({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}
