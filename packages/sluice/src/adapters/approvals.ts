import type { Asker, CallResult, ToolCall } from '@sluice/core';

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

  isApproved(callId: string): boolean {
    return this.#approved.has(callId);
  }

  /** The result of a call that needed approval and didn't get it. */
  denial({ id, name }: ToolCall): CallResult {
    const reason = `this call needs approval: ${this.#how}`;
    const text = `Permission denied: ${reason}`;
    return {
      ...{ id, name, text, content: [{ type: 'text', text }], isError: true, code: 'denied' },
      outcome: { code: 'denied', by: 'headless', reason, grounds: { kind: 'stated', text: reason } },
      ...{ data: undefined, clientView: undefined, metadata: undefined },
    };
  }

  push(...[inquiry, answer]: Parameters<Asker['push']>): void {
    const isApproved = inquiry.kind === 'permission' && this.isApproved(inquiry.callId);
    answer(isApproved ? { behavior: 'allow' } : { behavior: 'unavailable', reason: this.#how });
  }

  remove(): void {}

  update(): void {}
}
