import type { Tty, TtySize } from '../tty/tty.ts';
import { DrawnFooter } from './drawn-footer.ts';
import { NO_FOOTER, type Footer } from './footer.ts';
import type { LogSink } from './log-sink.ts';
import { LogWriter } from './log-writer.ts';
import type { LineWrap } from './open-line.ts';
import { UnseenLog, type Piece } from './unseen-log.ts';
import { WaitingLog } from './waiting-log.ts';
import { WindowSize, type AskSize } from './window-size.ts';

const SYNC_ON = '\u001b[?2026h';
const SYNC_OFF = '\u001b[?2026l';
/** Frames are left out while the terminal is so many characters behind. */
const MAX_BEHIND = 65_536;
/** Milliseconds between two frames, unless a key has to be echoed. */
export const FRAME_MS = 33;
/** How often a frame that could not be drawn is tried again. */
const RETRY_MS = 30;

export interface ScreenOptions {
  readonly tty: Tty;
  /** The footer as it is to be drawn now. */
  readonly render: (size: { readonly columns: number; readonly rows: number }) => Footer;
  /** Milliseconds between frames. Default `FRAME_MS`. */
  readonly frameMs?: number;
  /** Default `words`. */
  readonly wrap?: LineWrap;
  /** Calls back once the terminal has drawn the frame that is being made. Default: at once. */
  readonly whenDrawn?: (done: () => void) => void;
  /** Only called for a terminal that reports its size late. Default: it never says. */
  readonly sizeWhenDrawn?: AskSize;
  readonly now?: () => number;
}

/**
 * A log that is written once, and a footer below it that is redrawn. All of a frame is one write. Nothing is written
 * while the screen is lent to another program.
 */
export class Screen implements LogSink {
  readonly #tty: Tty;
  readonly #render: ScreenOptions['render'];
  readonly #frameMs: number;
  readonly #now: () => number;
  readonly #waiting = new WaitingLog();
  readonly #unseen: UnseenLog;
  readonly #window: WindowSize;
  readonly #footer: DrawnFooter;
  readonly #log: LogWriter;
  #provisional: string | undefined;
  /** Takes back the frame that is to come. */
  #cancel: (() => void) | undefined;
  #lastFrame = 0;
  #isLent = false;
  #isClosed = false;

  constructor({
    tty,
    render,
    frameMs = FRAME_MS,
    wrap = 'words',
    whenDrawn = (done) => done(),
    sizeWhenDrawn = (done) => done(undefined),
    now = () => performance.now(),
  }: ScreenOptions) {
    this.#tty = tty;
    this.#render = render;
    this.#frameMs = frameMs;
    this.#now = now;
    this.#window = new WindowSize({
      ...{ tty, askSize: sizeWhenDrawn, now },
      whenResized: (before, after) => this.#resized(before, after),
      whenConfirmed: () => this.frame(),
    });
    // A reply that comes after the window has changed says nothing about before.
    const whenSeen = (done: () => void): void =>
      whenDrawn(() => {
        this.#window.isResized();
        done();
      });
    // The time in which it reports a change is not exact, and this program may be late as well.
    this.#unseen = new UnseenLog(whenSeen, now, 2 * tty.reportMs);
    this.#footer = new DrawnFooter(this.#window.size);
    this.#log = new LogWriter(this.#footer, wrap);
  }

  /** The line that is being held back, for a row of the footer. */
  get heldText(): string {
    return this.#log.held;
  }

  /** For a row of the footer, until it is appended. */
  get provisional(): string | undefined {
    return this.#provisional;
  }

  setProvisional(text: string | undefined): void {
    if (text === undefined) this.#settleProvisional();
    else this.#endOpen();
    this.#provisional = text;
    this.refresh();
  }

  #settleProvisional(): void {
    const text = this.#provisional;
    this.#provisional = undefined;
    if (text !== undefined) this.#push({ kind: 'line', text, keepsWords: true });
  }

  /** Appends whole lines; an open line is ended first. */
  line(text: string, keepsWords = false): void {
    this.#settleProvisional();
    this.#endOpen();
    for (const line of text.split('\n')) this.#push({ kind: 'line', text: line, keepsWords });
  }

  /** Continues the open line. The text has no line feeds. */
  text(text: string, keepsWords = true): void {
    if (text === '') return;
    this.#settleProvisional();
    this.#push({ kind: 'text', text, keepsWords });
  }

  /** Ends the open line; without one an empty line. */
  endLine(): void {
    this.#settleProvisional();
    this.#push({ kind: 'end' });
  }

  /** Whether an open line is there that a new line would have to end. */
  get isOpen(): boolean {
    return this.#waiting.isOpen ?? this.#log.isOpen;
  }

  /** Something else has drawn a footer already: it is changed, or erased, like one of this screen's own. */
  adopt(footer: Footer): void {
    this.#footer.adopt(footer);
  }

  /** Too much of the log waits for the terminal. */
  get isFull(): boolean {
    return this.#waiting.isFull;
  }

  /** Resolves when more of the log can be taken. */
  async room(): Promise<void> {
    await this.#waiting.room();
  }

  /** Asks for a frame: soon, or at once where a key has to be echoed. */
  refresh(isUrgent = false): void {
    if (this.#isLent || this.#isClosed) return;
    if (isUrgent) {
      this.#cancel?.();
      this.#cancel = undefined;
      this.frame();
      return;
    }
    this.#drawAfter(this.#lastFrame + this.#frameMs - this.#now());
  }

  /**
   * The next frame comes later, unless a key has to be echoed: something else goes first.
   * @param ms milliseconds. Default: a first request is on its way by then
   */
  postpone(ms = 60): void {
    this.#lastFrame = this.#now() + ms - this.#frameMs;
  }

  /** Takes the footer away and writes what is left of the log; until `resume` nothing is written. */
  lend(): void {
    this.#settleProvisional();
    this.frame(NO_FOOTER, true);
    this.#isLent = true;
  }

  /** The other program has left the cursor somewhere: the log goes on at the start of a row. */
  resume(): void {
    this.#isLent = false;
    this.#footer.adopt(NO_FOOTER);
    this.#footer.forgetStranded();
    this.#window.readAgain();
    this.#log.leaveOpenLine();
    this.#unseen.forget(this.#log.held);
    this.refresh(true);
  }

  /** Removes the footer for good. */
  close(): void {
    this.#cancel?.();
    if (this.#isClosed) return;
    this.#settleProvisional();
    this.#endOpen();
    if (!this.#isLent) this.frame(NO_FOOTER, true);
    this.#isClosed = true;
    this.#waiting.close();
  }

  /** Moves what is on the screen into the scrollback, as a shell's Ctrl-L does. */
  clear(): void {
    this.#settleProvisional();
    this.frame(NO_FOOTER, true);
    this.#footer.forgetStranded();
    const { rows } = this.#window.size;
    this.#tty.write(`${'\r\n'.repeat(rows - 1)}\u001b[${rows - 1}A`);
    this.refresh(true);
  }

  /**
   * Draws one frame now.
   * @param isForced even if the terminal is behind, or its window is still being resized: there is no later frame
   */
  frame(given?: Footer, isForced = false): void {
    if (this.#isLent || this.#isClosed) return;
    if (this.#isTooEarly(isForced)) {
      this.#drawAfter(RETRY_MS);
      return;
    }
    let out = '';
    if (this.#window.hasChanged) {
      this.#log.rewrap(this.#window.size.columns);
      out += this.#footer.eraseReflowed(this.#window, this.#tty.reflows);
      this.#window.accept();
    }
    out += this.#writeLog(given === undefined);
    out += this.#drawFooter(given ?? this.#render(this.#window.size));
    this.#lastFrame = this.#now();
    if (out !== '') this.#tty.write(`${SYNC_ON}${out}${SYNC_OFF}`);
    this.#waiting.notify();
  }

  #isTooEarly(isForced: boolean): boolean {
    if (isForced) {
      this.#window.isResized();
      return false;
    }
    return this.#tty.behind > MAX_BEHIND || this.#window.isResized() || !this.#window.isSettled();
  }

  /** Unless a frame is to come anyway. What is due is drawn once the events at hand have been handled: a timer would wake the program once more. */
  #drawAfter(ms: number): void {
    if (this.#cancel !== undefined) return;
    const draw = (): void => {
      this.#cancel = undefined;
      this.frame();
    };
    if (ms > 0) {
      const timer = setTimeout(draw, ms);
      this.#cancel = () => clearTimeout(timer);
    } else {
      const soon = setImmediate(draw);
      this.#cancel = () => clearImmediate(soon);
    }
  }

  #push(piece: Piece): void {
    this.#waiting.push(piece);
    this.refresh();
  }

  #endOpen(): void {
    if (this.isOpen) this.#waiting.push({ kind: 'end' });
  }

  /**
   * Lines that the terminal may have drawn in the wrong place are written again, below, and so is the open line. If more of that was written
   * than is kept, it goes on in a row of its own.
   */
  #resized(before: TtySize, after: TtySize): void {
    if (this.#isSafe(before, after) || !this.#unseen.isUnsure) return;
    if (this.#unseen.isAsked) this.#footer.setUnsure();
    const again = this.#unseen.take();
    this.#log.dropOpenLine();
    this.#waiting.putBack(again);
  }

  /** What is on its way lands in the right place after this change too: no row of the footer or of an open line wraps otherwise. */
  #isSafe(before: TtySize, { columns, rows }: TtySize): boolean {
    if (rows < before.rows || columns < before.columns) return false;
    return columns === before.columns || this.#unseen.cells < before.columns;
  }

  /** Writes the pieces that wait. */
  #writeLog(mayAsk: boolean): string {
    if (this.#waiting.isEmpty) return '';
    this.#footer.forgetStranded();
    const pieces = this.#waiting.take();
    this.#unseen.wrote(pieces, this.#log.isOpen, mayAsk);
    const out = this.#log.write(pieces, this.#window.size);
    if (this.#unseen.isFull) this.#unseen.forget(this.#log.held);
    return out;
  }

  #drawFooter(footer: Footer): string {
    const isFirst = this.#footer.rows.length === 0 && footer.rows.length > 0;
    const out = this.#footer.change(footer, this.#tty.wrapsErased);
    if (isFirst) this.#window.footerDrawn();
    return out;
  }
}
