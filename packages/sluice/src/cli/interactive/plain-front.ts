import { durationText } from '@sluice/core';
import { createStyle, PlainDesk, PlainLog, PlainTerminal, type Picker } from '@sluice/terminal';
import { openTypedAhead, type TypedAhead } from '../exec/permission/typed-ahead.ts';
import { createTypedLines } from '../exec/permission/typed-lines.ts';
import type { FrontEvents } from './front-events.ts';
import { PlainPicker } from './plain-picker.ts';
import type { TerminalFront, TypedText } from './terminal-front.ts';

/** After so long without output, a person who can't see a clock hears what is going on. */
const SILENCE_MS = 10_000;
const LEAVE_MS = 2000;
/** A person who listens wants less of it. */
const PLAIN_ROWS = 12;
const PLAIN_COLUMNS = 80;

/** The terminal in plain mode: lines in, lines out, and nothing is ever drawn again. For screen readers and dumb terminals. */
export class PlainFront implements TerminalFront {
  readonly style = createStyle(false);
  readonly isEchoed = true;
  /** The terminal itself has it. */
  readonly draft = '';
  readonly sendToTerminal = undefined;
  readonly rows = PLAIN_ROWS;
  readonly columns = PLAIN_COLUMNS;
  isLent = false;
  readonly screen: PlainLog;
  readonly desk: PlainDesk;
  readonly editor: TypedText;
  readonly #events: FrontEvents;
  readonly #terminal: PlainTerminal;
  readonly #typed = createTypedLines((line, isOutdated) => this.#onLine(line, isOutdated));
  #ahead: TypedAhead | undefined;
  #clock: NodeJS.Timeout | undefined;
  #wasWorking = true;
  #interruptedAt = -Infinity;
  readonly #picker = new PlainPicker(
    (text) => this.screen.line(text),
    // It was typed for the list: never an answer to a question that has come since.
    (line) => this.#onLine(line, true),
  );
  /** Lines before one that ends with a backslash. */
  #begun = '';

  constructor(events: FrontEvents, env: Readonly<Record<string, string | undefined>>) {
    this.#events = events;
    this.#terminal = new PlainTerminal({
      onInput: (data) => this.#typed.push(data),
      onEnd: () => events.onLeave(),
      onLost: () => events.onLost(),
    });
    const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
    this.screen = new PlainLog(this.#terminal, !/utf-?8/i.test(locale));
    this.desk = new PlainDesk({
      onAnswered: events.onAnswered,
      onWithdrawn: events.onWithdrawn,
      onEdit: events.onEdit,
      onWhy: events.onWhy,
      onOpen: events.onOpen,
      onFresh: events.onFresh,
      hasAuto: events.hasAuto,
      onWhole: events.onWhole,
      onProblem: (message) => this.screen.line(message),
      cannotShow: events.cannotShow,
      now: () => performance.now(),
      say: (text) => this.screen.line(text),
      onArmed: () => this.#outdate(),
    });
    this.editor = {
      text: '',
      setText: (text) => {
        if (text !== '') this.screen.line(`The text was: ${text}`);
      },
      insert() {},
      addToHistory() {},
    };
  }

  readonly onInterrupt = (): void => {
    this.#begun = '';
    this.screen.line('');
    if (this.#events.state().isWorking) this.#events.onStop();
    else if (performance.now() - this.#interruptedAt < LEAVE_MS) this.#events.onLeave();
    else {
      this.#interruptedAt = performance.now();
      this.screen.line('Ctrl-C again within 2 s leaves.');
    }
  };

  /** No setting of the terminal is changed. */
  saved(): undefined {
    return undefined;
  }

  start(): void {
    try {
      this.#ahead = openTypedAhead(this.#terminal.path, this.#terminal.input);
    } catch {
      // What is typed ahead of a question is then known only once its line is complete.
    }
    this.#terminal.input.resume();
  }

  close(): void {
    clearInterval(this.#clock);
    this.#ahead?.close();
    this.#terminal.close();
  }

  setWorking(isWorking: boolean): void {
    clearInterval(this.#clock);
    this.#clock = isWorking ? setInterval(() => this.#sayStill(), 1000) : undefined;
    if (this.#wasWorking && !isWorking) this.screen.line('ready.');
    this.#wasWorking = isWorking;
  }

  menuChanged(): void {}

  pick(picker: Picker): void {
    this.#picker.open(picker);
  }

  async lend<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.screen.lend();
    this.#terminal.input.pause();
    this.isLent = true;
    try {
      return await work();
    } finally {
      this.isLent = false;
      this.#terminal.input.resume();
      this.screen.resume();
    }
  }

  /** A question hears answers from now on: what was typed before is none. */
  #outdate(): void {
    this.#typed.push(this.#ahead?.take() ?? '');
    if (this.#typed.outdate()) this.screen.line('(what you were typing is not an answer to this question)');
    this.screen.bell();
  }

  #sayStill(): void {
    if (this.screen.silentMs < SILENCE_MS || this.desk.size > 0) return;
    const { live, status } = this.#events.state();
    const what = live.find((call) => call.status === 'executing')?.label;
    const time = durationText(Math.floor((status.workingMs ?? 0) / 1000) * 1000);
    this.screen.line(`still working, ${time}${what === undefined ? '' : `: ${what}`}`);
  }

  #onLine(line: string, isOutdated: boolean): void {
    if (this.#picker.isOpen) {
      this.#picker.take(line);
      return;
    }
    if (!isOutdated && this.#begun === '' && this.desk.take(line)) return;
    if (this.#begun === '' && this.desk.size > 0 && /^\s*\d+\s*$/.test(line)) {
      // It is not a message for the model either.
      this.screen.line(`${line.trim()} was typed before the question could be answered: it was ignored.`);
      return;
    }
    if (line.endsWith('\\')) {
      this.#begun += `${line.slice(0, -1)}\n`;
      return;
    }
    const text = this.#begun + line;
    this.#begun = '';
    if (text.trim() === '') this.#events.onSendNow();
    else if (text.trim() === '?') this.#events.onKeyList();
    else this.#events.onSubmit(text, 'next');
  }
}
