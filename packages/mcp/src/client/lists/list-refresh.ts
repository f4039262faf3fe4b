import { COALESCE_MS, REFRESH_SHARE } from '../server-limits.ts';

/** Reads a list again when its server says that it has changed: several changes together, and not so often that little else is done. */
export class ListRefresh {
  readonly #read: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when the list that is waited for or read again has been read. */
  #awaited: PromiseWithResolvers<void> | undefined;
  #waitMs = COALESCE_MS;
  #isStale = false;

  /** @param read must not reject */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Settles when an announced change has been read. Undefined: none was announced. */
  get awaited(): Promise<void> | undefined {
    return this.#awaited?.promise;
  }

  /** The list has changed. */
  changed(): void {
    if (this.#timer !== undefined) {
      this.#isStale = true;
      return;
    }
    this.#awaited = Promise.withResolvers();
    this.#timer = setTimeout(() => void this.#refresh(), this.#waitMs);
    this.#timer.unref();
  }

  /** @param ms how long it took to read the items of a list */
  took(ms: number): void {
    this.#waitMs = Math.max(COALESCE_MS, ms / REFRESH_SHARE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#awaited?.resolve();
  }

  async #refresh(): Promise<void> {
    this.#isStale = false;
    await this.#read();
    this.#timer = undefined;
    this.#awaited?.resolve();
    this.#awaited = undefined;
    if (this.#isStale) this.changed();
  }
}
