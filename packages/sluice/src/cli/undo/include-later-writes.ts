import type { JournaledWrite } from './journaled-write.ts';

/**
 * The chosen writes and all later ones of the same files, in order: what a later call wrote was made from what an earlier one had
 * left, so that they can only be taken back together.
 */
export function includeLaterWrites(
  chosen: readonly JournaledWrite[],
  all: readonly JournaledWrite[],
): readonly JournaledWrite[] {
  const isChosen = new Set(chosen);
  const paths = new Set<string>();
  return all.filter((write) => {
    if (isChosen.has(write)) paths.add(write.path);
    return paths.has(write.path);
  });
}
