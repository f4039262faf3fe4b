import type { Footer } from '../screen/footer.ts';
import { ProcessTty, type ProcessTtyOptions } from '../tty/process-tty.ts';
import { ttyName, TtyWriter } from '../tty/writer.ts';

/** Anyone who takes the terminal over. */
export interface EarlyTaker {
  readonly onInput: (data: string) => void;
  readonly onResize: () => void;
  readonly onLost: () => void;
}

const MARK = '> ';
const STATUS = '  opening';
const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Names of terminals; other devices are none. */
const TERMINAL = /^\/dev\/(?:pts\/|tty|console)/;
const ERASED = '\r\u001b[2K\u001b[B\u001b[2K\u001b[A';

/**
 * Draws the prompt before anything is loaded that knows terminals: Node's own part of that takes longer than all else before the prompt. False:
 * by their names, standard input and output are no terminals.
 */
export function drawPrompt(): boolean {
  const [input, output] = [ttyName(0), ttyName(1)];
  if (input === undefined || output === undefined || !TERMINAL.test(input) || !TERMINAL.test(output))
    return false;
  return writeTo(output, drawn(frameOf('')));
}

/** Takes it away again: nothing is drawn on this terminal. */
export function erasePrompt(): void {
  const output = ttyName(1);
  if (output !== undefined) writeTo(output, ERASED);
}

function writeTo(path: string, text: string): boolean {
  try {
    const writer = new TtyWriter(path, () => {});
    writer.write(text);
    const isWritten = writer.behind === 0;
    writer.close();
    return isWritten;
  } catch {
    return false;
  }
}

function frameOf(shown: string): Footer {
  return { rows: [`${MARK}${shown}`, STATUS], cursor: { row: 0, column: MARK.length + shown.length } };
}

function drawn({ rows, cursor }: Footer): string {
  return `${rows.join('\r\n')}\u001b[A\r\u001b[${cursor.column}C`;
}

/**
 * The prompt while the program itself is still being loaded: it shows plain letters as they are typed. All keys go to anyone who takes over,
 * as if they had been typed then. It needs next to no code, so it is there at once.
 */
export class EarlyPrompt {
  readonly tty: ProcessTty;
  /** The terminal's settings before they were changed. */
  readonly saved: ReturnType<ProcessTty['saved']>;
  #taker: EarlyTaker | undefined;
  #typed = '';
  #shown = '';
  /** A key came whose effect only the editor knows: what is shown stays as it is. */
  #isFrozen = false;
  #footer: Footer;
  readonly #ends = SIGNALS.map((signal) => ({
    signal,
    end: (): void => {
      this.close();
      process.exit(STATUSES[signal]);
    },
  }));

  /**
   * Throws where no terminal can be opened.
   * @param isDrawn `drawPrompt` has drawn it
   * @param open opens the terminal
   */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    isDrawn = false,
    open = (options: ProcessTtyOptions): ProcessTty => new ProcessTty(options),
  ) {
    this.tty = open({
      env,
      onInput: (data) => this.#take(data),
      onResize: () => this.#taker?.onResize(),
      onLost: () => {
        if (this.#taker === undefined) process.exit(STATUSES.SIGHUP);
        this.#taker.onLost();
      },
    });
    this.#footer = frameOf('');
    if (!isDrawn) this.tty.write(drawn(this.#footer));
    this.saved = this.tty.saved();
    for (const { signal, end } of this.#ends) process.on(signal, end);
    this.tty.start();
  }

  /** Hands the terminal over; the answer is what is drawn on it. The keys typed so far follow with `replay`. */
  takeOver(taker: EarlyTaker): Footer {
    this.#taker = taker;
    for (const { signal, end } of this.#ends) process.off(signal, end);
    return this.#footer;
  }

  replay(): void {
    const typed = this.#typed;
    this.#typed = '';
    if (typed !== '') this.#taker?.onInput(typed);
  }

  /** Takes it away again: the program does not start. */
  close(): void {
    for (const { signal, end } of this.#ends) process.off(signal, end);
    this.tty.write(ERASED);
    this.tty.close();
  }

  #take(data: string): void {
    if (this.#taker !== undefined) {
      this.#taker.onInput(data);
      return;
    }
    // Until the terminal is raw, it turns Enter into a line feed.
    const keys = this.#typed === '' ? data.replaceAll('\n', '\r') : data;
    this.#typed += keys;
    this.#edit(keys);
    const before = this.#footer;
    this.#footer = this.#render();
    if (before.rows[0] === this.#footer.rows[0]) return;
    const { rows, cursor } = this.#footer;
    this.tty.write(`\r\u001b[?7l${rows[0]}\u001b[K\u001b[?7h\r\u001b[${cursor.column}C`);
  }

  #edit(data: string): void {
    for (const key of data) {
      if (this.#isFrozen) return;
      if (key === '\u007f') this.#shown = this.#shown.slice(0, -1);
      else if (key >= ' ' && key <= '~') this.#shown += key;
      else this.#isFrozen = true;
    }
  }

  #render(): Footer {
    // Only letters whose width is known, and no more than fit: the editor shows the rest.
    const room = Math.max(1, this.tty.size().columns - MARK.length - 4);
    return frameOf(this.#shown.slice(0, room));
  }
}
