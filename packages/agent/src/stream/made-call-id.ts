const PREFIX = 'sluice_';
const MAX_SEED_CHARS = 80;

/**
 * An id for a call that has none. The same stream gives the same ids, so that a replay matches its journal.
 */
export function madeCallId(seed: string, number: number): string {
  return `${PREFIX}${seed.slice(0, MAX_SEED_CHARS).replace(/[^a-zA-Z0-9_-]/g, '-')}_${number}`;
}

/** The API does not know such an id. */
export function isMadeCallId(id: string): boolean {
  return id.startsWith(PREFIX);
}
