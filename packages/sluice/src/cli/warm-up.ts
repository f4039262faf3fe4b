import { setImmediate, setTimeout } from 'node:timers/promises';

/** A program that asks for a session at once has asked by then. */
const QUIET_MS = 10;

/** What opening a session uses of Node. */
const BUILTINS = [
  () => process.getBuiltinModule('node:crypto'),
  () => process.getBuiltinModule('node:https'),
  // It loads with the first use.
  () => void process.getBuiltinModule('node:fs').ReadStream,
];

/** Prepares for the first session while the program that started this one takes its time. */
export class WarmUp {
  readonly #rehearse: (signal: AbortSignal) => Promise<unknown>;
  readonly #ended = new AbortController();

  /** @param rehearse opens a session and closes it; ends early when the signal aborts */
  constructor(rehearse: (signal: AbortSignal) => Promise<unknown>) {
    this.#rehearse = rehearse;
  }

  begin(): void {
    // What is wrong is said by the session itself.
    void this.#prepare().catch(() => {});
  }

  /** There is a session, or there will be none. */
  end(): void {
    this.#ended.abort();
  }

  /**
   * Begins when the answer is on the wire. On a busy machine, time passes while a request waits in the pipe; so before each part, what has come
   * is read (`setImmediate` comes after input), and the preparation ends if that is the session.
   */
  async #prepare(): Promise<void> {
    const { signal } = this.#ended;
    for (const load of BUILTINS) {
      await setImmediate();
      signal.throwIfAborted();
      load();
    }
    await setTimeout(QUIET_MS, undefined, { ref: false });
    await setImmediate();
    signal.throwIfAborted();
    await this.#rehearse(signal);
  }
}
