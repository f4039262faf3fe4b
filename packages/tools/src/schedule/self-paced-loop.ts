import type { Clock } from '@sluice/core';
import { SHORTEST_WAIT_S, LONGEST_WAIT_S, FALLBACK_WAIT_S } from './schedule-limits.ts';

/** What a wake-up of the loop sends. */
export interface LoopRun {
  readonly prompt: string;
  /** The model has set no wake-up in its last turn: unless it sets one now, this is the last run. */
  readonly isFallback: boolean;
}

export interface LoopWait {
  /** Milliseconds since the Unix epoch. */
  readonly scheduledFor: number;
  /** Seconds, within the limits. */
  readonly delaySeconds: number;
  readonly wasClamped: boolean;
}

/**
 * The loop of a session whose pace the model sets: a prompt that comes again when the model has said, until the model, the user or the
 * end of the session stops it. It's kept in memory only. There is one at a time.
 */
export class SelfPacedLoop {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #run: ((run: LoopRun) => void) | undefined;
  #prompt: string | undefined;
  #scheduledFor: number | undefined;
  #cancel: (() => void) | undefined;
  /** A run was sent, and its turn has not begun. */
  #isSent = false;
  #hadFallback = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param run called with each run that is due, from now on; must not throw */
  start(run: (run: LoopRun) => void): void {
    this.#run = run;
  }

  /** Undefined: there is no loop. */
  get prompt(): string | undefined {
    return this.#prompt;
  }

  /** When it comes again, in milliseconds since the Unix epoch. Undefined: its turn runs, or there is no loop. */
  get scheduledFor(): number | undefined {
    return this.#scheduledFor;
  }

  /** A loop begins, in place of another. The caller sends the prompt the first time. */
  begin(prompt: string): void {
    this.stop();
    this.#prompt = prompt;
    this.#tell();
  }

  /** It comes again then, instead of when it was to come. Only while there is a loop. */
  wakeIn(seconds: number, prompt: string | undefined): LoopWait {
    const delaySeconds = Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, Math.round(seconds)));
    this.#prompt = prompt ?? this.#prompt;
    this.#hadFallback = false;
    const scheduledFor = this.#wait(delaySeconds, false);
    return { scheduledFor, delaySeconds, wasClamped: delaySeconds !== seconds };
  }

  /** @returns how many runs were waiting: 0 or 1 */
  stop(): number {
    const waiting = this.#cancel === undefined ? 0 : 1;
    this.#forgetTimer();
    this.#isSent = false;
    this.#hadFallback = false;
    if (this.#prompt === undefined) return 0;
    this.#prompt = undefined;
    this.#tell();
    return waiting;
  }

  /** The model has what was sent. */
  turnBegan(): void {
    this.#isSent = false;
  }

  /** If the model has set no wake-up, the prompt comes once more after 20 minutes; if it has set none again, the loop is over. */
  turnEnded(): void {
    if (this.#prompt === undefined || this.#isSent || this.#cancel !== undefined) return;
    if (this.#hadFallback) {
      this.stop();
      return;
    }
    this.#hadFallback = true;
    this.#wait(FALLBACK_WAIT_S, true);
  }

  /** Called when a loop has begun or ended. The listener must not throw. Returns a function that unsubscribes. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #wait(seconds: number, isFallback: boolean): number {
    this.#forgetTimer();
    this.#scheduledFor = this.#clock.wallTime() + seconds * 1000;
    this.#cancel = this.#clock.setTimer(seconds * 1000, () => {
      this.#forgetTimer();
      if (this.#prompt === undefined) return;
      this.#isSent = true;
      this.#run?.({ prompt: this.#prompt, isFallback });
    });
    return this.#scheduledFor;
  }

  #forgetTimer(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#scheduledFor = undefined;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
