/** Milliseconds. A program sends its next request as soon as it has the answer to the one before. */
const QUIET_MS = 2_000;

/**
 * Keeps back the result of a message without content. A program that sends one only opens the session, to make requests; the
 * Agent SDK ends the input with the first result, and what comes later is not answered.
 */
export class OpeningPause {
  #restart: (() => void) | undefined;
  #end: (() => void) | undefined;

  /** A request came or was answered: another may follow. */
  requestMoved(): void {
    this.#restart?.();
  }

  /** A message came, or no line will: there is nothing left to wait for. */
  end(): void {
    this.#end?.();
  }

  /** Ends two seconds after the last request, with `end`, or with `signal`. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, QUIET_MS);
    this.#restart = () => void timer.refresh();
    const end = (): void => resolve();
    this.#end = end;
    signal.addEventListener('abort', end, { once: true });
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    this.#restart = undefined;
    this.#end = undefined;
  }
}
