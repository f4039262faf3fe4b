import { cutLine } from '@sluice/core';
import type { ServerLog } from './server-log.ts';

const MAX_SHOWN = 100;
/** Lines in the log of one connection: a server may send a heartbeat every second. */
const MAX_LOGGED = 20;

/** What a server sent that is not a message of the protocol, and that was ignored: for its log, and for the user. */
export class IgnoredEvents {
  readonly #openLog: () => ServerLog;
  readonly #redact: (text: string) => string;
  #log: ServerLog | undefined;
  #isClosed = false;
  #count = 0;
  #first = '';

  /** @param openLog called if there is something to write */
  constructor(openLog: () => ServerLog, redact: (text: string) => string) {
    this.#openLog = openLog;
    this.#redact = redact;
  }

  add(data: string): void {
    if (this.#isClosed) return;
    this.#count += 1;
    if (this.#count > MAX_LOGGED) return;
    const shown = JSON.stringify(this.#redact(cutLine(data, MAX_SHOWN)));
    if (this.#count === 1) this.#first = shown;
    this.#log ??= this.#openLog();
    this.#log.write(Buffer.from(`[sluice] An event that is not a message was ignored: ${shown}\n`));
  }

  close(): void {
    this.#isClosed = true;
    this.#log?.close();
  }

  /** A sentence. Undefined: there was none. */
  get notice(): string | undefined {
    if (this.#count === 0) return undefined;
    return this.#count === 1
      ? `It sent an event that is not an MCP message, which was ignored: ${this.#first}.`
      : `It sent ${this.#count} events that are not MCP messages, which were ignored. The first: ${this.#first}.`;
  }
}
