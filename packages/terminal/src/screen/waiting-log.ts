import type { Piece } from './unseen-log.ts';

/** Log text that waits for a terminal that doesn't read: from here on anyone who produces it should wait. */
const MAX_WAITING = 1_000_000;

/** The pieces of the log that the next frame writes. */
export class WaitingLog {
  #pieces: Piece[] = [];
  /** Characters. */
  #size = 0;
  #isClosed = false;
  readonly #roomListeners = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether its end leaves a line open. Undefined: it doesn't say, since nothing waits. */
  get isOpen(): boolean | undefined {
    const last = this.#pieces.at(-1);
    return last === undefined ? undefined : last.kind === 'text';
  }

  /** Too much of it waits for the terminal. */
  get isFull(): boolean {
    return this.#size > MAX_WAITING;
  }

  push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#size += piece.kind === 'end' ? 1 : piece.text.length;
  }

  /** Pieces that were taken are to be written again, before all others. */
  putBack(pieces: readonly Piece[]): void {
    this.#pieces.unshift(...pieces);
  }

  take(): readonly Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#size = 0;
    return pieces;
  }

  /** Resolves when more of the log can be taken. */
  async room(): Promise<void> {
    while (this.isFull && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#roomListeners.delete(listener);
          resolve();
        };
        this.#roomListeners.add(listener);
      });
    }
  }

  /** There may be room now. */
  notify(): void {
    for (const listener of this.#roomListeners) listener();
  }

  /** Nobody has to wait any more. */
  close(): void {
    this.#isClosed = true;
    this.notify();
  }
}
