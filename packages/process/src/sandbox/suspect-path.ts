/**
 * A path that other programs obey as soon as it exists, but that no placeholder directory can block, because the command would fail on it.
 * So one that appears while the command runs is put aside afterwards.
 */
export interface SuspectPath {
  /** Absolute. */
  readonly path: string;
  /** Paths without which it has no effect. If all of these exist at the start, they may stay. */
  readonly besides: readonly string[];
}
