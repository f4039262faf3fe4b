/** Time in milliseconds, monotonic, with an arbitrary origin. */
export interface Clock {
  now(): number;
  /** Milliseconds since the Unix epoch, for the journal. */
  wallTime(): number;
  /**
   * Calls `fire` once after `ms`; the returned function cancels it and may be called again. A pending timer keeps the program alive:
   * anyone who sets one cancels it.
   */
  setTimer(ms: number, fire: () => void): () => void;
}
