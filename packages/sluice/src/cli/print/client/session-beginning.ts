import { OpeningPause } from './opening-pause.ts';

/**
 * When the client learns what the session has: as each turn begins. A program of the Agent SDK may change the mode or the model before its
 * first message, so the first turn is waited for, unless the program makes no request for two seconds.
 */
export class SessionBeginning {
  readonly #write: () => Promise<void>;
  readonly #pause = new OpeningPause();
  /** The client knows what the coming turn begins with. */
  #isTold = false;
  /** A turn begins, or will. */
  #isNear = false;

  /** @param write writes the message */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** The session is open, and the client is told at once. */
  async tell(): Promise<void> {
    this.#isTold = true;
    await this.#write();
  }

  /** The session is open, and the client is told when the first turn begins. */
  async tellLater(signal: AbortSignal): Promise<void> {
    await this.#pause.wait(signal);
    if (!this.#isNear && !signal.aborted) await this.tell();
  }

  async turnBegins(): Promise<void> {
    this.messageCame();
    if (!this.#isTold) await this.#write();
    this.#isTold = false;
  }

  /** A request came or was answered. */
  requestMoved(): void {
    this.#pause.requestMoved();
  }

  messageCame(): void {
    this.#isNear = true;
    this.#pause.end();
  }

  /** No line will come. */
  end(): void {
    this.#pause.end();
  }
}
