import headless from '@xterm/headless';
import type { DrawnSize } from '../../src/screen/window-size.ts';
import type { Tty, TtySize } from '../../src/tty/tty.ts';

/** A terminal in memory, which wraps its rows anew when it is resized. */
export class HeadlessTty implements Tty {
  readonly reflows = true;
  wrapsErased = false;
  settleMs = 60;
  reportMs = 0;
  behind = 0;
  written = '';
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  #size: TtySize;

  constructor(columns: number, rows: number) {
    this.#size = { columns, rows };
    this.#terminal = new headless.Terminal({
      cols: columns,
      rows,
      scrollback: 5000,
      allowProposedApi: true,
      convertEol: false,
    });
  }

  size(): TtySize {
    return this.#size;
  }

  write(text: string): void {
    this.written += text;
    this.#terminal.write(text);
  }

  /** Resolves when all of it is on the screen. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#terminal.write('', resolve));
  }

  resize(columns: number, rows: number): void {
    this.wrap(columns, rows);
    this.report();
  }

  /** Wraps its rows for another size, and reports it later. */
  wrap(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  report(size: TtySize = { columns: this.#terminal.cols, rows: this.#terminal.rows }): void {
    this.#size = size;
  }

  /** Calls back with its real size once it has drawn what is being written, as a terminal says where a cursor ends that is sent beyond it. */
  readonly sizeWhenDrawn = (done: (size: DrawnSize) => void): void => {
    queueMicrotask(() =>
      this.#terminal.write('', () =>
        done({ columns: this.#terminal.cols, rows: this.#terminal.rows, cursorRow: this.cursor().row }),
      ),
    );
  };

  /** All lines, with what was scrolled away; rows that the terminal has wrapped are one. */
  lines(): readonly string[] {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let row = 0; row < active.length; row += 1) {
      const line = active.getLine(row);
      if (line === undefined) continue;
      const text = line.translateToString(false);
      if (line.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`);
      else lines.push(text);
    }
    while (lines.at(-1)?.trim() === '') lines.pop();
    return lines.map((line) => line.trimEnd());
  }

  /** Where the cursor is, from the top of the screen. */
  cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }
}

/** A terminal behind a slow connection: what is written waits for `deliver`, and what it says waits for `receive`, in order. */
export class SlowTty extends HeadlessTty {
  #toTerminal: (() => void)[] = [];
  #toProgram: (() => void)[] = [];
  onResize = (): void => {};

  override write(text: string): void {
    this.#toTerminal.push(() => super.write(text));
  }

  /** Calls back when the terminal's reply to a question has come, which is written after what the program is writing now. */
  readonly whenDrawn = (done: () => void): void => {
    queueMicrotask(() => this.#toTerminal.push(() => this.#toProgram.push(done)));
  };

  async deliver(count = Infinity): Promise<void> {
    for (const take of this.#toTerminal.splice(0, count)) take();
    await this.settled();
  }

  receive(count = Infinity): void {
    for (const take of this.#toProgram.splice(0, count)) take();
  }

  /** Calls `onResize` when the report of this size has come, as the signal does that comes with it. */
  override resize(columns: number, rows: number): void {
    this.wrap(columns, rows);
    this.#toProgram.push(() => {
      this.report({ columns, rows });
      this.onResize();
    });
  }
}
