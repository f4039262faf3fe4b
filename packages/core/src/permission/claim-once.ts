/**
 * Settles a race once: the first claim wins, later ones are told that they came too late. An answer of a person, of a
 * hook, of a classifier and an abort all go through one of these.
 */
export interface ClaimOnce<Value> {
  /** Whether this claim was the first. */
  claim(value: Value): boolean;
  readonly winner: { readonly value: Value } | undefined;
}

/** @param onClaim told of the winner, once; must not throw */
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
