import type { LookUp } from './connect-to-host.ts';

/**
 * Limits concurrent lookups; beyond `max`, a lookup returns no addresses. Lookups can't be canceled, so one continues to count after its
 * caller has given up.
 */
export function limitLookUps(lookUp: LookUp, max: number): LookUp {
  let count = 0;
  return async (host) => {
    if (count >= max) return [];
    count += 1;
    try {
      return await lookUp(host);
    } finally {
      count -= 1;
    }
  };
}
