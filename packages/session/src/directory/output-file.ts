import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '@sluice/base';

/** What an agent writes, as a file that others can read while it works. Nothing is written before `open`. */
export class OutputFile {
  /** Absolute. */
  readonly path: string;
  readonly #tell: (problem: string) => void;
  #waiting: string[] | undefined = [];
  #isBroken = false;

  constructor(path: string, tell: (problem: string) => void) {
    this.path = path;
    this.#tell = tell;
  }

  add(text: string): void {
    if (this.#waiting === undefined) this.#write(text);
    else this.#waiting.push(text);
  }

  open(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    this.#write(waiting.join(''));
  }

  #write(text: string): void {
    if (this.#isBroken) return;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      appendFileSync(this.path, text, { mode: 0o600 });
    } catch (error) {
      this.#isBroken = true;
      this.#tell(`The output of an agent can't be saved in ${this.path}: ${errorText(error)}`);
    }
  }
}
