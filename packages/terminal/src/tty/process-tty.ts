import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Tty, TtySize } from './tty.ts';
import { ttyName, TtyWriter } from './writer.ts';

/** Bracketed paste, and the kitty protocol's flag 1: nothing else is ever switched on. */
const MODES_ON = '\u001b[?2004h';
const KITTY_ON = '\u001b[>1u';
const MODES_OFF = '\u001b[?2026l\u001b[?2004l\u001b[?25h\u001b[0m';
const KITTY_OFF = '\u001b[<u';
/** Terminals report a size before they have wrapped their rows. */
const SETTLE_MS = 60;
/** tmux wraps its rows at once, and reports a size at most four times a second. */
const TMUX_REPORT_MS = 250;
const TMUX_SETTLE_MS = TMUX_REPORT_MS + 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export interface ProcessTtyOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onInput: (data: string) => void;
  /** The terminal was resized. */
  readonly onResize: () => void;
  /** The terminal is gone. Called once. */
  readonly onLost: () => void;
}

/** The terminal that this program was started on. */
export class ProcessTty implements Tty {
  readonly reflows: boolean;
  readonly wrapsErased: boolean;
  readonly settleMs: number;
  readonly reportMs: number;
  readonly #options: ProcessTtyOptions;
  readonly #input: ReadStream;
  readonly #writer: TtyWriter;
  readonly #restoreOnExit = (): void => this.restore();
  #usesKitty = false;
  #isOn = false;
  #isLost = false;

  /** Throws where no terminal can be opened. */
  constructor(options: ProcessTtyOptions) {
    this.#options = options;
    const { TERM = '', TMUX = '' } = options.env;
    const isInTmux = TMUX !== '' || TERM.startsWith('tmux');
    this.settleMs = isInTmux ? TMUX_SETTLE_MS : SETTLE_MS;
    this.reportMs = isInTmux ? TMUX_REPORT_MS : 0;
    this.wrapsErased = isInTmux;
    this.reflows = isInTmux || !/^(?:linux|screen|vt)/.test(TERM);
    this.#usesKitty = /kitty|ghostty|wezterm|foot/i.test(`${TERM} ${options.env['TERM_PROGRAM'] ?? ''}`);
    this.#writer = new TtyWriter(ttyName(1) ?? '/dev/tty', () => this.#lose());
    this.#input = process.stdin.isTTY ? process.stdin : new ReadStream(openSync('/dev/tty', 'r'));
    this.#input.setEncoding('utf8');
    this.#input.on('data', (data) => options.onInput(String(data)));
    for (const event of ['end', 'error', 'close']) this.#input.on(event, () => this.#lose());
    process.stdout.on('resize', options.onResize);
    process.stdout.on('error', () => this.#lose());
  }

  /** Its name, and its settings as `stty` reads and prints them. Undefined: they can't be found out. */
  saved(): { readonly path: string; readonly settings: string } | undefined {
    try {
      const settings = execFileSync('stty', ['-F', this.#writer.path, '-g'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 2000,
      });
      return { path: this.#writer.path, settings: settings.trim() };
    } catch {
      return undefined;
    }
  }

  get behind(): number {
    return this.#writer.behind;
  }

  size(): TtySize {
    try {
      // The stream only asks for the size when it is notified of a change: too late in a storm of them, and never in the background.
      process.emit('SIGWINCH', 'SIGWINCH');
      const [columns, rows] = process.stdout.getWindowSize();
      return { columns: columns || 80, rows: rows || 24 };
    } catch {
      return { columns: 80, rows: 24 };
    }
  }

  write(text: string): void {
    this.#writer.write(text);
  }

  /** Raw input and bracketed paste. Whatever ends this program, they are switched off again. */
  start(): void {
    if (this.#isOn || this.#isLost) return;
    process.on('exit', this.#restoreOnExit);
    process.on('uncaughtExceptionMonitor', this.#restoreOnExit);
    for (const signal of SIGNALS) process.prependListener(signal, this.#restoreOnExit);
    this.#isOn = true;
    this.#input.setRawMode(true);
    this.#input.resume();
    this.#writer.write(`${MODES_ON}${this.#usesKitty ? KITTY_ON : ''}`);
  }

  /** Idempotent and synchronous. */
  restore(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    process.off('exit', this.#restoreOnExit);
    process.off('uncaughtExceptionMonitor', this.#restoreOnExit);
    for (const signal of SIGNALS) process.off(signal, this.#restoreOnExit);
    if (this.#isLost) return;
    try {
      this.#input.setRawMode(false);
    } catch {
      // The terminal is gone, and so are its settings.
    }
    this.#input.pause();
    this.#writer.writeNow(`${MODES_OFF}${this.#usesKitty ? KITTY_OFF : ''}`);
  }

  /** Restores it and lets go of it. */
  close(): void {
    this.restore();
    process.stdout.off('resize', this.#options.onResize);
    this.#writer.close();
    this.#input.destroy();
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#writer.close();
    this.#options.onLost();
  }
}
