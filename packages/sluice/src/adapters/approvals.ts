import type { Asker } from '@sluice/core';

/**
 * Answers questions about calls whose approval the SDK has already collected. Nothing else is approved: an application that doesn't ask
 * its user gets denials.
 */
export class Approvals implements Asker {
  readonly #approved = new Set<string>();
  readonly #how: string;

  /** @param how the application lets its user approve a call, for the reason of a denial */
  constructor(how: string) {
    this.#how = how;
  }

  /** The user has approved this call. */
  approve(callId: string): void {
    this.#approved.add(callId);
  }

  push(...[inquiry, answer]: Parameters<Asker['push']>): void {
    const isApproved = inquiry.kind === 'permission' && this.#approved.has(inquiry.callId);
    answer(isApproved ? { behavior: 'allow' } : { behavior: 'unavailable', reason: this.#how });
  }

  remove(): void {}

  update(): void {}
}
