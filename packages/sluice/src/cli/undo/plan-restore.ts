import type { PreImage } from '@sluice/core';
import type { JournaledWrite } from './journaled-write.ts';

/** What becomes of one file when the chosen writes of it are taken back. */
export interface RestorePlan {
  readonly path: string;
  /** The chosen writes, in order. */
  readonly writes: readonly JournaledWrite[];
  /**
   * `restore`: it holds what the last of them wrote; `as-before`: it holds what it held before, as after a write that failed;
   * `changed`: neither, or between two of them somebody else wrote;
   * `followed`: another write of the session came after the first of them, so that they can't be taken back alone.
   */
  readonly status: 'restore' | 'as-before' | 'changed' | 'followed';
  /** What it held before the first of them; null: there was no file. */
  readonly target: PreImage | null;
  /** The last write of the session after the first of the chosen ones that is not among them. */
  readonly later: JournaledWrite | undefined;
}

/** Goes back over the chosen writes of each file, from what it holds now: `hashNow` has the hash of each, undefined for no file. */
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
  // Taken back by hand, or never made.
  if (now === writes[0]?.before?.hash) return 'as-before';
  let hash = now;
  for (const { before, afterHash } of writes.toReversed()) {
    const hashBefore = before?.hash;
    // A write that failed left what was there before.
    if (hash !== afterHash && hash !== hashBefore) return 'changed';
    hash = hashBefore;
  }
  return 'restore';
}
