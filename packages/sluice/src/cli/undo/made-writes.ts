import type { JournaledWrite } from './journaled-write.ts';

/**
 * The writes that were made. The journal tells of a write before the file is replaced: where the call then failed, or was cut off, and the
 * file was found as before, by the next write of it or now, there was none. `hashNow` has the hash of each file, undefined for no file; of
 * one that it doesn't have, nothing is known.
 */
export function madeWrites(
  writes: readonly JournaledWrite[],
  hashNow: ReadonlyMap<string, string | undefined>,
): readonly JournaledWrite[] {
  const found = new Map(hashNow);
  const made: JournaledWrite[] = [];
  for (const write of writes.toReversed()) {
    const { path, before, afterHash, hasSucceeded } = write;
    const isAsBefore = found.has(path) && found.get(path) === before?.hash && before?.hash !== afterHash;
    if (hasSucceeded || !isAsBefore) made.push(write);
    found.set(path, before?.hash);
  }
  return made.toReversed();
}
