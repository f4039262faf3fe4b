interface MoveOffer {
  readonly callId: string;
  readonly move: () => boolean;
}

/** Calls that wait for work which could go on without them, in the background. */
export class MoveOffers {
  readonly #offers = new Set<MoveOffer>();

  /** Answers with how to take the offer back. */
  add(callId: string, move: () => boolean): () => void {
    const offer = { callId, move };
    this.#offers.add(offer);
    return () => void this.#offers.delete(offer);
  }

  /** The number of calls that end because of it. Default: all calls. */
  move(callId: string | undefined): number {
    const chosen = [...this.#offers].filter((offer) => callId === undefined || offer.callId === callId);
    return chosen.filter(({ move }) => move()).length;
  }
}
