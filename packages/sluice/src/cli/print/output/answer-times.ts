import type { AgentEvent } from '@sluice/agent';

/** How long answers take to begin, in whole milliseconds since their request. */
export class AnswerTimes {
  readonly #now: () => number;
  #askedAt: number | undefined;
  /** Of the prompt's first answer. */
  #first: { readonly startMs: number; readonly contentMs?: number } | undefined;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns the time to the start of an answer, with the event that starts it */
  take(event: AgentEvent): number | undefined {
    if (event.type === 'transition') this.#askedAt = this.#now();
    if (event.type !== 'model' || this.#askedAt === undefined) return undefined;
    const ms = Math.round(this.#now() - this.#askedAt);
    const kind = event.event.type;
    if (kind === 'message-start') {
      this.#first ??= { startMs: ms };
      return ms;
    }
    if (kind === 'block-delta' && this.#first !== undefined && this.#first.contentMs === undefined)
      this.#first = { ...this.#first, contentMs: ms };
    return undefined;
  }

  /** For the result of the prompt, which ends with it. Undefined fields: nothing was answered. */
  ended(): { readonly ttft_ms: number | undefined; readonly ttft_stream_ms: number | undefined } {
    const { startMs, contentMs } = this.#first ?? {};
    this.#first = undefined;
    this.#askedAt = undefined;
    return { ttft_ms: contentMs ?? startMs, ttft_stream_ms: startMs };
  }
}
