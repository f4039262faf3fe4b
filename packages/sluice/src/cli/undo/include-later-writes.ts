import type { JournaledWrite } from './journaled-write.ts';

/**
 * The selected writes and all later ones of the same files, in order: a later call wrote on top of what an earlier one
 * had left, so they can only be undone together.
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
