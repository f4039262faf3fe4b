import { editDistance } from './edit-distance.ts';

/** The known name that someone probably meant; undefined for a name that is like none. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(2, Math.ceil(plain.length / 3) - 1) + 1;
  for (const candidate of known) {
    if (candidate.toLowerCase() === plain) return candidate;
    if (Math.abs(candidate.length - plain.length) >= least) continue;
    const distance = editDistance(plain, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Longer names are not compared: the comparison takes the product of the lengths. */
const LONGEST = 64;
