/** A program that asks for a session at once has asked by then. */
const QUIET_MS = 10;

/** Prepares for the first session while the program that started this one takes its time. */
export class WarmUp {
  readonly #rehearse: (signal: AbortSignal) => Promise<unknown>;
  readonly #ended = new AbortController();

  /** @param rehearse opens a session and closes it; ends early when the signal aborts */
  constructor(rehearse: (signal: AbortSignal) => Promise<unknown>) {
    this.#rehearse = rehearse;
  }

  begin(): void {
    // When the answer is on the wire.
    setImmediate(loadBuiltins);
    setTimeout(() => {
      // What is wrong is said by the session itself.
      if (!this.#ended.signal.aborted) void this.#rehearse(this.#ended.signal).catch(() => {});
    }, QUIET_MS).unref();
  }

  /** There is a session, or there will be none. */
  end(): void {
    this.#ended.abort();
  }
}

/** Loads what opening a session uses of Node. */
function loadBuiltins(): void {
  process.getBuiltinModule('node:crypto');
  process.getBuiltinModule('node:https');
  // It loads with the first use.
  void process.getBuiltinModule('node:fs').ReadStream;
}
