import { durationText, sanitize } from '@sluice/core';
import { createStyle, PlainDesk, PlainLog, PlainTerminal, type Picker } from '@sluice/terminal';
import { openTypedAhead, type TypedAhead } from '../../exec/permission/typed-ahead.ts';
import { createTypedLines } from '../../exec/permission/typed-lines.ts';
import type { FrontEvents, WaitingMessage } from '../front-events.ts';
import { PlainPicker } from '../menus/plain-picker.ts';
import { isLikeAnswer } from './like-answer.ts';
import type { TerminalFront, TypedText } from '../terminal-front.ts';

/** After so long without output, a person who can't see a clock hears what is going on. */
const SILENCE_MS = 10_000;
const LEAVE_MS = 2000;
/** A person who listens wants less of it. */
const PLAIN_ROWS = 12;
const PLAIN_COLUMNS = 80;

/** Lines less than that apart were not typed one after the other. */
const TOGETHER_MS = 25;
const SETTLE_MS = 100;
/** A program that was too busy to look by then can't tell a paste from the next line, unless it came with the first. */
const MAX_LATE_MS = 60;
// oxlint-disable-next-line no-control-regex -- these are the terminal's own sequences
const PASTE_MARKS = /(?:\u001b|\^\[)\[20[01]~/;
const ALL_PASTE_MARKS = new RegExp(PASTE_MARKS, 'g');
const WAITS = {
  next: 'Your message is queued: it is sent with the next request.',
  after: 'Your message is queued: it is sent when the prompt is done.',
} as const;
const HOW_TO_SEND = 'Enter alone sends it now; /unsend takes it back.';

/** Lines that came together. */
interface Gathered {
  readonly lines: readonly string[];
  /** What heard answers when the first of them came. */
  readonly hearing: object | undefined;
  /** When the last of them came. */
  readonly at: number;
}

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
  readonly #typed = createTypedLines((line, isOutdated) => this.#gather(line, isOutdated));
  #gathered: Gathered | undefined;
  #gathering: NodeJS.Timeout | undefined;
  /** The beginning of another line came with the first of those that are gathered. */
  #hasRest = false;
  #settling: NodeJS.Timeout | undefined;
  #ahead: TypedAhead | undefined;
  #clock: NodeJS.Timeout | undefined;
  #wasWorking = true;
  #interruptedAt = -Infinity;
  readonly #picker = new PlainPicker(
    (text) => this.screen.line(text),
    // It was typed for the list: never an answer to a question that has come since.
    (line) => this.#onLine(line, true),
  );
  #waitingCount = 0;
  #isLeaving = false;
  /** Lines before one that ends with a backslash. */
  #begun = '';

  constructor(events: FrontEvents, env: Readonly<Record<string, string | undefined>>) {
    this.#events = events;
    this.#terminal = new PlainTerminal({
      onInput: (data) => this.#typed.push(data),
      onEnd: () => this.#leave(),
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
      hasBrowser: events.hasBrowser,
      onWhole: events.onWhole,
      onProblem: (message) => this.screen.line(message),
      cannotShow: events.cannotShow,
      now: () => performance.now(),
      say: (text) => this.screen.line(text),
      onArming: () => this.#outdate(),
      onArmed: () => this.screen.bell(),
      isHeld: () => this.#picker.isOpen,
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
    this.#dropTyped();
    // Behind what the terminal shows of the key. A line of an answer that has begun is not cut.
    this.screen.aside('');
    if (this.#events.onKill()) return;
    if (this.#picker.isOpen) {
      this.#takeForList('');
      return;
    }
    if (this.#events.state().isWorking) this.#events.onStop();
    else if (performance.now() - this.#interruptedAt < LEAVE_MS) this.#leave();
    else {
      this.#interruptedAt = performance.now();
      this.screen.line('Press Ctrl-C again within 2 s to leave. What you were typing is lost.');
    }
  };

  /** Forgets whatever was typed and not sent, also what a paste has begun. */
  #dropTyped(): void {
    clearTimeout(this.#gathering);
    this.#gathered = undefined;
    this.#typed.drop();
    this.#begun = '';
  }

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
    clearTimeout(this.#gathering);
    clearTimeout(this.#settling);
    this.#ahead?.close();
    this.#terminal.close();
  }

  setWorking(isWorking: boolean): void {
    clearInterval(this.#clock);
    this.#clock = isWorking ? setInterval(() => this.#saySilent(), 1000) : undefined;
    clearTimeout(this.#settling);
    // Between two parts of the work there is a moment without any.
    this.#settling = isWorking ? undefined : setTimeout(() => this.#sayReady(), SETTLE_MS);
    if (isWorking) this.#wasWorking = true;
  }

  commandDone(): void {
    if (this.#picker.isOpen || this.#events.state().isWorking) return;
    this.#wasWorking = true;
    this.setWorking(false);
  }

  bell(): void {
    this.screen.bell();
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#events.onLeave();
  }

  #sayReady(): void {
    const { isWorking, isOpen } = this.#events.state();
    if (!this.#wasWorking || this.#isLeaving || this.#picker.isOpen || isWorking || !isOpen) return;
    this.#wasWorking = false;
    const { size } = this.desk;
    this.screen.line(
      size === 0 ? 'ready.' : `ready. ${size === 1 ? '1 question waits' : `${size} questions wait`}.`,
    );
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

  /** A question is about to hear answers: what was typed before is none. */
  #outdate(): void {
    this.#typed.push(this.#ahead?.take() ?? '');
    if (this.#typed.outdate()) this.screen.line('(what you were typing is not an answer to this question)');
  }

  #saySilent(): void {
    if (this.screen.silentMs >= SILENCE_MS && this.desk.size === 0) this.#sayStill();
  }

  #sayStill(): void {
    const { live, status } = this.#events.state();
    const call = live.find(({ status: state }) => state === 'executing');
    const since = call?.startedAt === undefined ? 0 : Date.now() - call.startedAt;
    const time = durationText(Math.floor((status.workingMs ?? since) / 1000) * 1000);
    this.screen.aside(`still working, ${time}${call === undefined ? '' : `: ${call.label}`}`);
  }

  /** Lines that come together were pasted: they are one message, and answer nothing. */
  #gather(line: string, isOutdated: boolean): void {
    const hearing = isOutdated ? undefined : this.desk.hearing;
    this.desk.sawLine();
    this.#events.onTyped();
    const before = this.#gathered;
    this.#gathered = {
      lines: [...(before?.lines ?? []), line],
      hearing: before === undefined ? hearing : before.hearing,
      at: performance.now(),
    };
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.#gatheringEnds(), TOGETHER_MS);
    // Once all of what has come is taken.
    if (before === undefined) queueMicrotask(() => (this.#hasRest = this.#isBegun()));
  }

  #isBegun(): boolean {
    this.#typed.push(this.#ahead?.take() ?? '');
    return this.#typed.isBegun;
  }

  #gatheringEnds(): void {
    const gathered = this.#gathered;
    if (gathered === undefined || this.#waitsForRest(gathered)) return;
    const { lines, hearing } = gathered;
    this.#gathered = undefined;
    const text = lines.join('\n');
    const isPaste = PASTE_MARKS.test(text) || lines.length > 1;
    const plain = text.replaceAll(ALL_PASTE_MARKS, '');
    if (isPaste && this.#picker.isOpen)
      this.screen.line('Lines that arrive together are not a choice: they were ignored.');
    else if (this.desk.takesText && hearing !== undefined && hearing === this.desk.hearing)
      this.#onLine(plain, false);
    else if (isPaste && this.desk.size > 0 && /^[\d\s]+$/.test(plain))
      this.screen.line('What was pasted is not an answer: it was ignored.');
    else this.#onLine(plain, isPaste || hearing === undefined || hearing !== this.desk.hearing);
  }

  /** The last line of a paste has no end: the terminal gives it out only after Enter. It belongs to the lines before it. */
  #waitsForRest(gathered: Gathered): boolean {
    const isLate = performance.now() - gathered.at > MAX_LATE_MS;
    if (gathered.lines.length === 1 && isLate && !this.#hasRest) return false;
    return this.#isBegun() || this.#gathered !== gathered;
  }

  #takeForList(line: string): void {
    const done = this.#picker.take(line);
    if (this.#picker.isOpen) return;
    this.desk.resume();
    void done.then(() => this.commandDone());
  }

  /** @param isOutdated it is not an answer to the question at hand */
  #onLine(line: string, isOutdated: boolean): void {
    if (this.#picker.isOpen) {
      // A command leaves the list.
      if (/^\/[a-z]/.test(line)) this.#takeForList('');
      else {
        this.#takeForList(line);
        return;
      }
    }
    const isAnswered = !isOutdated && this.#begun === '' && this.desk.take(line);
    if (isAnswered || (this.#begun === '' && this.#isNoMessage(line))) return;
    if (line.endsWith('\\')) {
      this.#begun += `${line.slice(0, -1)}\n`;
      return;
    }
    const text = this.#begun + line;
    this.#begun = '';
    if (text.trim() === '?') this.#events.onKeyList();
    else this.#events.onSubmit(text, 'next');
  }

  /** True: the line is for no one. A person who can't see a card types what other programs take for an answer. */
  #isNoMessage(line: string): boolean {
    const typed = line.trim();
    const { isWorking, waiting } = this.#events.state();
    if (this.desk.size > 0) {
      if (/^\d+$/.test(typed))
        this.screen.line(`${typed} was typed before you could answer the question: it was ignored.`);
      else if (isLikeAnswer(typed)) {
        this.screen.line(
          `"${sanitize(typed)}" is not an answer: it was ignored. Answer the question with a number.`,
        );
        this.desk.repeat();
      } else if (typed === '') this.desk.repeat();
      else return false;
      return true;
    }
    if (typed === '') {
      if (waiting.length > 0) this.#events.onSendNow();
      else if (isWorking) this.#sayStill();
      return true;
    }
    if (!isWorking || !/^\d+$/.test(typed)) return false;
    this.screen.line(`${typed} was typed while no question was open: it was ignored.`);
    return true;
  }

  /** Messages have come to wait, or wait no more. */
  messagesWait(waiting: readonly WaitingMessage[]): void {
    const last = waiting.at(-1);
    if (last !== undefined && waiting.length > this.#waitingCount) this.screen.line(waitText(last));
    this.#waitingCount = waiting.length;
  }

  stoppingChanged(): void {
    const { stopping } = this.#events.state();
    if (stopping !== undefined) this.screen.line(stopping);
  }

  messagesLeft(count: number): void {
    this.screen.line(
      `${count === 1 ? 'A message is still queued' : `${count} messages are still queued`}. Enter alone sends the first; /unsend takes back the last.`,
    );
  }
}

/** Why a message that was just typed has not gone anywhere. */
function waitText({ text, when, isCommand, isBehindOutput }: WaitingMessage): string {
  if (isBehindOutput === true) return `${sanitize(text)} waits for the output of the command before it.`;
  if (isCommand === true)
    return `${sanitize(text)} is queued: it runs when the prompt is done. /unsend takes it back.`;
  return `${WAITS[when]} ${HOW_TO_SEND}`;
}
