import type { PreImage } from '@sluice/core';
import type { JournaledWrite } from './journaled-write.ts';

/** What happens to one file when its selected writes are undone. */
export interface RestorePlan {
  readonly path: string;
  /** The selected writes, in order. */
  readonly writes: readonly JournaledWrite[];
  /**
   * `restore`: it contains what the last of them wrote; `as-before`: it contains what it did before, as after a failed
   * write; `changed`: neither, or someone else wrote between two of them; `followed`: another write of the session came
   * after the first of them, so they can't be undone alone.
   */
  readonly status: 'restore' | 'as-before' | 'changed' | 'followed';
  /** What it contained before the first of them; null: no such file. */
  readonly target: PreImage | null;
  /** The last write of the session after the first selected one that is not selected. */
  readonly later: JournaledWrite | undefined;
}

/**
 * Works back through the selected writes of each file, from its current content: `hashNow` has the hash of each,
 * undefined for no file.
 */
export function planRestore(
  chosen: readonly JournaledWrite[],
  all: readonly JournaledWrite[],
  hashNow: ReadonlyMap<string, string | undefined>,
): readonly RestorePlan[] {
  const byPath = Map.groupBy(chosen, ({ path }) => path);
  const isChosen = new Set(chosen);
  return [...byPath].map(([path, writes]) => {
    const [first] = writes;
    const after = first === undefined ? [] : all.slice(all.indexOf(first) + 1);
    const later = after.findLast((write) => write.path === path && !isChosen.has(write));
    const status = later === undefined ? statusOf(writes, hashNow.get(path)) : 'followed';
    return { path, writes, status, target: first?.before ?? null, later };
  });
}

function statusOf(writes: readonly JournaledWrite[], now: string | undefined): RestorePlan['status'] {
  // Undone by hand, or never made.
  if (now === writes[0]?.before?.hash) return 'as-before';
  let hash = now;
  for (const { before, afterHash } of writes.toReversed()) {
    const hashBefore = before?.hash;
    // A failed write left the previous content.
    if (hash !== afterHash && hash !== hashBefore) return 'changed';
    hash = hashBefore;
  }
  return 'restore';
}
