/**
 * Settles a race once: the first claim wins, later ones return false. Answers from a person, a hook, a classifier and an abort all go
 * through one of these.
 */
export interface ClaimOnce<Value> {
  /** Whether this claim was the first. */
  claim(value: Value): boolean;
  readonly winner: { readonly value: Value } | undefined;
}

/** @param onClaim called with the winner, once; must not throw */
export function createClaimOnce<Value>(onClaim: (value: Value) => void): ClaimOnce<Value> {
  let winner: { readonly value: Value } | undefined;
  return {
    get winner() {
      return winner;
    },
    claim(value) {
      if (winner !== undefined) return false;
      winner = { value };
      onClaim(value);
      return true;
    },
  };
}
