/**
 * "Effects wait for verdicts": a call with effects passes only when every earlier call of its message has its final
 * input and its permission, or has settled. Places count from 0 within the message.
 */
export interface VerdictGate {
  /** Call number `place` has its verdict. Saying it again does nothing. */
  mark(place: number): void;
  /** True when all calls before `place` have theirs. */
  isOpenFor(place: number): boolean;
  /** Calls `pass` once, when all calls before `place` have theirs. */
  whenOpen(place: number, pass: () => void): void;
  forget(place: number): void;
}

export function createVerdictGate(): VerdictGate {
  const ahead = new Set<number>();
  const waiting = new Map<number, () => void>();
  let frontier = 0;

  return {
    mark(place) {
      if (place < frontier) return;
      ahead.add(place);
      while (ahead.delete(frontier)) {
        frontier += 1;
        const pass = waiting.get(frontier);
        waiting.delete(frontier);
        pass?.();
      }
    },
    isOpenFor: (place) => frontier >= place,
    whenOpen(place, pass) {
      if (frontier >= place) pass();
      else waiting.set(place, pass);
    },
    forget(place) {
      waiting.delete(place);
    },
  };
}
