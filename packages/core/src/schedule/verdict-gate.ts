/**
 * "Effects wait for verdicts": a call with effects passes only when every earlier call of its message has its final input and its
 * permission, or has settled. Places start at 0 within the message.
 */
export interface VerdictGate {
  /** Call number `place` has its verdict. Calling it again does nothing. */
  mark(place: number): void;
  /** True when all calls before `place` have theirs. */
  isOpenFor(place: number): boolean;
  /** Calls `pass` once, when all calls before `place` have theirs; the returned function cancels that. */
  whenOpen(place: number, pass: () => void): () => void;
}

export function createVerdictGate(): VerdictGate {
  const ahead = new Set<number>();
  // The nested calls of one call all wait for their parent's place.
  const waiting = new Map<number, Set<() => void>>();
  let frontier = 0;

  return {
    mark(place) {
      if (place < frontier) return;
      if (place !== frontier) {
        ahead.add(place);
        return;
      }
      do {
        frontier += 1;
        const passing = waiting.get(frontier);
        waiting.delete(frontier);
        for (const pass of passing ?? []) pass();
      } while (ahead.delete(frontier));
    },
    isOpenFor: (place) => frontier >= place,
    whenOpen(place, pass) {
      if (frontier >= place) {
        pass();
        return () => {};
      }
      const passing = waiting.get(place) ?? new Set();
      passing.add(pass);
      waiting.set(place, passing);
      return () => void passing.delete(pass);
    },
  };
}
