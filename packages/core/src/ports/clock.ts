/** Time. Milliseconds, monotonic, from an origin of its own. */
export interface Clock {
  now(): number;
  /** Milliseconds since the Unix epoch, for the journal. */
  wallTime(): number;
  /** Calls `fire` once after `ms`; the returned function takes it back and may be called again. A pending timer keeps the program alive: whoever sets one takes it back. */
  setTimer(ms: number, fire: () => void): () => void;
}
