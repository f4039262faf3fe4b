import type { PreImage } from '@sluice/core';
import type { JournaledWrite } from './journaled-write.ts';

/** What becomes of one file when the chosen writes of it are taken back. */
export interface RestorePlan {
  readonly path: string;
  /** The chosen writes, in order. */
  readonly writes: readonly JournaledWrite[];
  /**
   * `restore`: it holds what the last of them wrote; `as-before`: it holds what it held before, as after a write that failed;
   * `changed`: neither, or between two of them somebody else wrote.
   */
  readonly status: 'restore' | 'as-before' | 'changed';
  /** What it held before the first of them; null: there was no file. */
  readonly target: PreImage | null;
  /** A later write of the session, which is not among the chosen ones. */
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
    const last = writes.at(-1);
    const after = last === undefined ? [] : all.slice(all.lastIndexOf(last) + 1);
    return {
      path,
      writes,
      status: statusOf(writes, hashNow.get(path)),
      target: writes[0]?.before ?? null,
      later: after.findLast((write) => write.path === path && !isChosen.has(write)),
    };
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
