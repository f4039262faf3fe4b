/** A session that is idle has shown itself by then. */
const IDLE_MS = 50;
/** A request that takes longer to prepare is not waited for. */
const MAX_PREPARING_MS = 250;
/** From the moment a request is made until it is on its way. */
const SENDING_MS = 40;

/** Does what a new session needs, but its first request does not, once that request is on its way. */
export class AfterStart {
  #timer: NodeJS.Timeout | undefined;
  #work: (() => void) | undefined;

  /** @param work runs once, within 50 ms if nothing is asked of the model */
  constructor(work: () => void) {
    this.#work = work;
    this.#runAfter(IDLE_MS);
  }

  /** A request is being prepared. */
  preparing(): void {
    this.#runAfter(MAX_PREPARING_MS);
  }

  /** A request is being sent. */
  sending(): void {
    this.#runAfter(SENDING_MS);
  }

  /** What has not run by now never does. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#work = undefined;
  }

  #runAfter(ms: number): void {
    if (this.#work === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const work = this.#work;
      this.#work = undefined;
      work?.();
    }, ms);
  }
}
