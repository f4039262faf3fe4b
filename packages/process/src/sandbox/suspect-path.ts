/**
 * A path that other programs go by as soon as it is there, but that no directory can be held in the place of: the command
 * would stumble over it. So one that comes to be while the command runs is put aside when it has ended.
 */
export interface SuspectPath {
  /** Absolute. */
  readonly path: string;
  /** Paths without which it means nothing. What of all these is there at the start may stay. */
  readonly besides: readonly string[];
}
