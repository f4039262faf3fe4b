import { closeSync, constants, openSync, readlinkSync, writeSync } from 'node:fs';
import { errorCode } from '@sluice/base';

/** Milliseconds after which a terminal that took nothing is tried again. */
const AGAIN_MS = 15;

/**
 * Writes to a terminal without ever waiting for it: it is opened again by its name, so that not blocking is this
 * program's own affair and not that of everything that shares its standard output.
 */
export class TtyWriter {
  readonly path: string;
  readonly #descriptor: number;
  readonly #onLost: () => void;
  #queue = '';
  #bytes: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLost = false;

  /** @param onLost the terminal is gone; called once */
  constructor(path: string, onLost: () => void) {
    this.path = path;
    this.#onLost = onLost;
    this.#descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  }

  get behind(): number {
    return this.#queue.length + (this.#bytes?.length ?? 0);
  }

  write(text: string): void {
    if (this.#isLost) return;
    this.#queue += text;
    if (this.#timer === undefined) this.#flush();
  }

  /** What must be written before the program goes on or ends; gives up after a while. */
  writeNow(text: string): void {
    if (this.#isLost) return;
    this.#queue += text;
    const deadline = Date.now() + 200;
    do this.#flush();
    while (this.behind > 0 && !this.#isLost && Date.now() < deadline);
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#isLost) return;
    this.#isLost = true;
    try {
      closeSync(this.#descriptor);
    } catch {
      // It was gone already.
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      while (this.behind > 0) {
        if (this.#bytes === undefined) {
          this.#bytes = Buffer.from(this.#queue);
          this.#queue = '';
        }
        const written = writeSync(this.#descriptor, this.#bytes);
        this.#bytes = written < this.#bytes.length ? this.#bytes.subarray(written) : undefined;
      }
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') this.#timer = setTimeout(() => this.#flush(), AGAIN_MS);
      else {
        this.close();
        this.#onLost();
      }
    }
  }
}

/** The name of the terminal that a descriptor is open to. Undefined: it can't be found. */
export function ttyName(descriptor: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    return path.startsWith('/dev/') ? path : undefined;
  } catch {
    return undefined;
  }
}
