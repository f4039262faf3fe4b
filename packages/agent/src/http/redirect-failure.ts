import type { ModelFailure } from '@sluice/core';
import { safeAddress } from './safe-address.ts';

/** Where to a server wants a request sent instead, and why it is not. */
export function redirectFailure(url: URL, status: number, location: string | undefined): ModelFailure {
  const known = location !== undefined && URL.canParse(location, url.href);
  const to = known ? ` to ${safeAddress(new URL(location, url))}` : '';
  return {
    kind: 'invalid-request',
    message: `${safeAddress(url)} redirects${to} (status ${status}). Redirects are not followed, so that no key is sent where nobody has allowed it. If the new address is right, set the base address to it.`,
    status,
    isRetryable: false,
  };
}
