/**
 * Calls that a person has been asked about. Only an answer may bring what a person says: a model that fills it in itself is
 * told at the first check of its call.
 */
export class AskedCalls {
  readonly #ids = new Set<string>();

  has(callId: string): boolean {
    return this.#ids.has(callId);
  }

  add(callId: string): void {
    this.#ids.add(callId);
  }

  end(callId: string): void {
    this.#ids.delete(callId);
  }
}
