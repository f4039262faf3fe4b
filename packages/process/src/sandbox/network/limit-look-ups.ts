import type { LookUp } from './connect-to-host.ts';

/**
 * Lets no more than `most` look-ups go on at once; of a name beyond that nothing is known. A look-up can't be called off, so
 * that one goes on when whoever asked has given up.
 */
export function limitLookUps(lookUp: LookUp, most: number): LookUp {
  let count = 0;
  return async (host) => {
    if (count >= most) return [];
    count += 1;
    try {
      return await lookUp(host);
    } finally {
      count -= 1;
    }
  };
}
