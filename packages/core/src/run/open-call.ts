import { cancel } from '../call/cancel.ts';
import type { Call } from '../engine/call.ts';
import type { OutcomeCode, Outcome } from '../data/outcome.ts';
import type { CallStatus } from '../engine/state.ts';
import { textOf } from '../result/content.ts';
import type { ContentBlock } from '../data/content.ts';
import type { JsonObject } from '../data/json.ts';

/** The full result of one call, within the call's own limits. */
export interface CallResult {
  readonly id: string;
  readonly name: string;
  readonly content: readonly ContentBlock[];
  readonly text: string;
  readonly isError: boolean;
  readonly code: OutcomeCode;
  readonly outcome: Outcome;
  readonly data: unknown;
  readonly clientView: unknown;
  readonly metadata: JsonObject | undefined;
}

/** Its promises never reject, even if no one reads them. */
export interface OpenCall {
  readonly id: string;
  /** Before the call runs: may it? `denied` also for a call that can't run; `suspended`: it stays open (`asks`). */
  readonly decision: Promise<Decision>;
  /**
   * As soon as the call has settled, whatever earlier calls do. Reading it pins the result: if a person changes the input of an earlier
   * call, a call whose result was delivered is not run again.
   */
  readonly result: Promise<CallResult>;
  /** What the tool yields, until the call has settled. A slow reader gets the latest. */
  readonly progress: AsyncIterable<unknown>;
  /** Cancels only this call. The reason is for the model. */
  cancel(reason: string): void;
}

type Decision = 'allowed' | 'asked' | 'denied' | 'suspended';

/** What a program sees of a call while the engine runs it. */
export class TrackedCall implements OpenCall {
  readonly id: string;
  readonly #isSuspending: boolean;
  #call: Call | undefined;
  #decision: Decision | undefined;
  #result: CallResult | undefined;
  #isResultWanted = false;
  #cancelReason: string | undefined;
  readonly #decided = Promise.withResolvers<Decision>();
  readonly #ended = Promise.withResolvers<CallResult>();
  #latest: { readonly data: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** @param isSuspending it is not asked about, but stays open */
  constructor(id: string, isSuspending: boolean) {
    this.id = id;
    this.#isSuspending = isSuspending;
  }

  get decision(): Promise<Decision> {
    return this.#decided.promise;
  }

  get result(): Promise<CallResult> {
    this.#isResultWanted = true;
    this.#handOut();
    return this.#ended.promise;
  }

  get progress(): AsyncIterable<unknown> {
    return this.#read();
  }

  cancel(reason: string): void {
    this.#cancelReason ??= reason;
    if (this.#call !== undefined) cancel(this.#call, { kind: 'program', message: this.#cancelReason });
  }

  decided(decision: Decision): void {
    if (this.#decision !== undefined) return;
    this.#decision = decision;
    this.#decided.resolve(decision);
  }

  moved(call: Call, status: CallStatus): void {
    this.#call = call;
    if (status === 'queued' && this.#cancelReason !== undefined) this.cancel(this.#cancelReason);
    if (status === 'awaiting-permission' && !this.#isSuspending) this.decided('asked');
    else if (status === 'executing') this.decided('allowed');
    else if (status === 'released') this.#handOut();
  }

  settled(): void {
    const isOpen = this.#call?.result?.outcome.code === 'suspended';
    this.decided(isOpen ? 'suspended' : this.#call?.hasStarted === true ? 'allowed' : 'denied');
    this.#wake?.();
    if (this.#isResultWanted) this.#handOut();
  }

  progressed(data: unknown): void {
    this.#latest = { data };
    this.#wake?.();
  }

  /** A result that was delivered is final: the call is not run again, and no reference replaces it. */
  #handOut(): void {
    const call = this.#call;
    const settled = call?.result;
    if (this.#result !== undefined || call === undefined || settled === undefined) return;
    if (call.state.status !== 'settled' && call.state.status !== 'released') return;
    if (this.#isResultWanted && call.state.status === 'settled') call.isHandedOut = true;
    const { content, outcome, isError, data, clientView, metadata } = settled;
    this.#result = {
      id: call.id,
      name: call.name,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      text: textOf(content),
      isError,
      code: outcome.code,
      outcome,
      data,
      clientView,
      metadata,
    };
    this.#ended.resolve(this.#result);
  }

  async *#read(): AsyncGenerator {
    for (;;) {
      const latest = this.#latest;
      this.#latest = undefined;
      if (latest !== undefined) yield latest.data;
      else if (this.#call?.result !== undefined) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
