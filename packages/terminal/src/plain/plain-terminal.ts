import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { ttyName, TtyWriter } from '../tty/writer.ts';
import type { PlainOutput } from './plain-log.ts';

export interface PlainTerminalOptions {
  /** What was typed, in lines as the terminal gives them; the last one may be unfinished. */
  readonly onInput: (data: string) => void;
  /** Ctrl-D at the start of a line. */
  readonly onEnd: () => void;
  /** The terminal is gone. Called once. */
  readonly onLost: () => void;
}

/** A terminal in line mode: it edits and echoes lines by itself. No mode of it is changed. */
export class PlainTerminal implements PlainOutput {
  readonly path: string;
  readonly input: ReadStream;
  readonly #writer: TtyWriter;
  readonly #onLost: () => void;
  #isClosed = false;

  /** Throws where no terminal can be opened. */
  constructor({ onInput, onEnd, onLost }: PlainTerminalOptions) {
    this.#onLost = onLost;
    this.path = ttyName(1) ?? '/dev/tty';
    this.#writer = new TtyWriter(this.path, () => this.#lose());
    const descriptor = openSync(process.stdin.isTTY ? (ttyName(0) ?? '/dev/tty') : '/dev/tty', 'r');
    try {
      this.input = new ReadStream(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    this.input.setEncoding('utf8');
    this.input.on('data', (data) => onInput(String(data)));
    this.input.on('end', () => {
      if (!this.#isClosed) onEnd();
    });
    this.input.on('error', () => this.#lose());
    process.stdout.on('error', () => this.#lose());
  }

  get behind(): number {
    return this.#writer.behind;
  }

  write(text: string): void {
    this.#writer.write(text);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#writer.writeNow('');
    this.#writer.close();
    this.input.destroy();
  }

  #lose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onLost();
  }
}
