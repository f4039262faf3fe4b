import type { CallContext } from '@sluice/core';

/** Ids of calls are unique only within their message: some servers count from one in each. */
type CallKey = Pick<CallContext, 'messageId' | 'callId'>;

const keyOf = ({ messageId, callId }: CallKey): string => `${messageId}\n${callId}`;

/**
 * Calls that a person has been asked about. Only an answer may bring what a person says: a model that fills it in itself is
 * told at the first check of its call.
 */
export class AskedCalls {
  readonly #keys = new Set<string>();

  has(call: CallKey): boolean {
    return this.#keys.has(keyOf(call));
  }

  add(call: CallKey): void {
    this.#keys.add(keyOf(call));
  }

  end(call: CallKey): void {
    this.#keys.delete(keyOf(call));
  }
}
