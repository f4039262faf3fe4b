import { MAX_TIMER_MS } from '@sluice/base';
import type { CallContext } from '@sluice/core';
import { CallClock } from './call-clock.ts';
import type { PeerAnswer, Progress } from './peer.ts';

/** How a call came to end before its server has answered. */
export interface MovedCall {
  /** Milliseconds that it was waited for. */
  readonly afterMs: number;
  readonly isByUser: boolean;
  /** Never rejects. */
  readonly answer: Promise<PeerAnswer>;
  /** Cancels the call. */
  readonly end: () => void;
}

/** The calls that may go on in the background. */
export interface CallBackground {
  /** Milliseconds after which a call is moved, unless its server waits for the user. Undefined: only the user moves calls. */
  readonly afterMs: number | undefined;
  /** Reserves a place for one more task, until the returned function releases it. Undefined: there is no room. */
  reserve(): (() => void) | undefined;
  /** Offers the user to move a call. `move` returns whether it was moved. The returned function takes the offer back. */
  offer(callId: string, move: () => boolean): () => void;
  /** Makes work that goes on a task, and returns its id. */
  adopt(task: {
    readonly name: string;
    readonly callId: string;
    readonly outputPath: string;
    readonly ended: Promise<EndedCall>;
    readonly end: () => void;
  }): string;
}

/** How a call in the background ended. */
export type EndedCall =
  | { readonly status: 'completed'; readonly text: string }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'stopped' };

/** What a request to a server is made with. */
export interface RequestLinks {
  readonly signal: AbortSignal;
  readonly idle: (wait: Promise<unknown>) => Promise<unknown>;
  readonly onProgress: (progress: Progress) => void;
}

type Context = Pick<CallContext, 'signal' | 'idle' | 'callId'>;

/** A request that a call waits for until it is answered or moved to the background. */
export class MovableCall {
  readonly #context: Context;
  readonly #background: CallBackground;
  readonly #controller = new AbortController();
  readonly #moved = Promise.withResolvers<'moved'>();
  readonly #startedAt = performance.now();
  #isMoved = false;
  #isByUser = false;
  #questions = 0;
  #timer: NodeJS.Timeout | undefined;
  #release: (() => void) | undefined;

  constructor(context: Context, background: CallBackground) {
    this.#context = context;
    this.#background = background;
  }

  /** @param timeoutMs of the call in total, also once it is in the background */
  async run(
    request: (links: RequestLinks) => Promise<PeerAnswer>,
    onProgress: (progress: Progress) => void,
    timeoutMs: number,
  ): Promise<PeerAnswer | MovedCall> {
    const { signal, callId } = this.#context;
    const onAbort = (): void => this.#controller.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const takeBack = this.#background.offer(callId, () => this.#move(true));
    this.#startTimer();
    const clock = new CallClock(timeoutMs, () => this.#controller.abort());
    const requested = request({
      signal: this.#controller.signal,
      idle: (wait) => this.#wait(clock.wait(wait)),
      onProgress: (progress) => {
        if (!this.#isMoved) onProgress(progress);
      },
    });
    const answer = requested.then((given): PeerAnswer => {
      clock.stop();
      return clock.isOver && given.status === 'aborted'
        ? { status: 'timed-out', afterMs: timeoutMs, isIdle: false }
        : given;
    });
    try {
      const first = await Promise.race([answer, this.#moved.promise]);
      if (first !== 'moved') return first;
    } finally {
      clearTimeout(this.#timer);
      takeBack();
      this.#release?.();
      signal.removeEventListener('abort', onAbort);
    }
    const afterMs = Math.round(performance.now() - this.#startedAt);
    const end = (): void => this.#controller.abort();
    // Until now the engine has measured it.
    clock.arm();
    return { afterMs, isByUser: this.#isByUser, answer, end };
  }

  #startTimer(): void {
    const { afterMs } = this.#background;
    if (afterMs === undefined || this.#isMoved) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#move(false), Math.min(afterMs, MAX_TIMER_MS)).unref();
  }

  /** False: it stays, since the server waits for the user, or there is no room for a task. */
  #move(isByUser: boolean): boolean {
    if (this.#isMoved) return true;
    if (this.#questions > 0 || this.#context.signal.aborted) return false;
    this.#release ??= this.#background.reserve();
    if (this.#release === undefined) return false;
    this.#isMoved = true;
    this.#isByUser = isByUser;
    this.#moved.resolve('moved');
    return true;
  }

  /** The time that the user takes doesn't count. */
  async #wait(wait: Promise<unknown>): Promise<unknown> {
    if (this.#isMoved) return wait;
    this.#questions += 1;
    try {
      return await this.#context.idle(wait);
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) this.#startTimer();
    }
  }
}
