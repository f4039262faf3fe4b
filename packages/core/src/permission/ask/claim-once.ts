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
  return new Claim(onClaim);
}

class Claim<Value> implements ClaimOnce<Value> {
  readonly #onClaim: (value: Value) => void;
  #winner: { readonly value: Value } | undefined;

  constructor(onClaim: (value: Value) => void) {
    this.#onClaim = onClaim;
  }

  get winner(): { readonly value: Value } | undefined {
    return this.#winner;
  }

  claim(value: Value): boolean {
    if (this.#winner !== undefined) return false;
    this.#winner = { value };
    this.#onClaim(value);
    return true;
  }
}
