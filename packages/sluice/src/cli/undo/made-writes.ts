import type { JournaledWrite } from './journaled-write.ts';

/**
 * The writes that actually happened. The journal records a write before the file is replaced: if the call then failed
 * or was cut off, and the file was found unchanged by its next write or now, there was no write. `hashNow` has the hash
 * of each file, undefined for no file; nothing is known about files it doesn't contain.
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
