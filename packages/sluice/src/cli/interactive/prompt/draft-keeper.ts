import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFileSync } from '@sluice/base';

/** A pause in typing, after which the text is saved. */
const SAVE_MS = 1000;

/**
 * Keeps what was typed and not sent in the session's directory, so that it is there again after a crash. What can't be saved is
 * dropped.
 */
export class DraftKeeper {
  readonly #read: () => string;
  #path: string | undefined;
  #saved = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param read everything that is typed and not sent */
  constructor(read: () => string) {
    this.#read = read;
  }

  /** Follows the session in that directory. What it has kept of an earlier run, empty if nothing. */
  open(directory: string): string {
    this.#path = join(directory, 'draft');
    try {
      this.#saved = readFileSync(this.#path, 'utf8');
    } catch {
      this.#saved = '';
    }
    return this.#saved;
  }

  /** Something was typed or sent. */
  changed(): void {
    if (this.#path !== undefined) this.#timer ??= setTimeout(() => this.#save(), SAVE_MS).unref();
  }

  /** Saves, and follows the session no more. True: there is something to keep the session for. */
  close(): boolean {
    if (this.#path === undefined) return false;
    this.#save();
    this.#path = undefined;
    return this.#saved !== '';
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const path = this.#path;
    const text = this.#read();
    if (path === undefined || text === this.#saved) return;
    try {
      if (text === '') rmSync(path, { force: true });
      else writePrivateFileSync(path, text);
      this.#saved = text;
    } catch {
      // A full disk must not interrupt the work.
    }
  }
}
