import { sanitize, type Asker, type Inquiry, type InquiryAnswer } from '@sluice/core';
import { QUIET_MS } from '../desk/card-focus.ts';
import type { DeskEvents } from '../desk/desk-events.ts';
import type { Choice, Option } from '../desk/option.ts';
import { DONE_DIGIT } from '../desk/question-options.ts';
import { optionsOf } from '../desk/options-of.ts';
import { NO_PROGRESS, type Progress } from '../desk/questionnaire.ts';
import { isMarkable, textChoice } from '../desk/entered.ts';
import { typedAnswer, type Note } from '../desk/typed-answer.ts';
import { spokenLabel, spokenLine } from './spoken-line.ts';
import { bodyLines, isShownWhole } from '../views/body-lines.ts';
import { headText } from '../views/card-head.ts';
import { cardLines } from '../views/card-lines.ts';
import { reasonOf } from '../views/card-reason.ts';

interface OpenInquiry {
  inquiry: Inquiry;
  readonly answer: (answer: InquiryAnswer) => void;
  readonly askedAt: number;
  hasSeenAll: boolean;
  /** Its address was opened. */
  hasOpened: boolean;
  progress: Progress;
}

export interface PlainDeskEvents extends Omit<DeskEvents, 'onChange' | 'onPrefill' | 'whenDrawn'> {
  /** Appends lines. */
  readonly say: (text: string) => void;
  /** An inquiry is about to hear answers: what was typed until now is none. Whole lines of it are reported with `sawLine`. */
  readonly onArming: () => void;
  /** It hears them now. */
  readonly onArmed: () => void;
  /** Something else hears numbers: questions wait until `resume`. Default: nothing does. */
  readonly isHeld?: () => boolean;
}

/**
 * Milliseconds without a line before a question hears one. Typing a line takes longer than a key: a number that is typed twice by mistake
 * must not reach the next question.
 */
export const LINE_QUIET_MS = 1000;

/** Where inquiries wait in plain mode: each is printed with numbered choices, and answered by a number and Enter once a last line says so. */
export class PlainDesk implements Asker {
  readonly #events: PlainDeskEvents;
  readonly #open = new Map<string, OpenInquiry>();
  #shown: OpenInquiry | undefined;
  #note: Note | undefined;
  #willShow = false;
  /** The shown inquiry hears lines. */
  #isArmed = false;
  #arming: NodeJS.Timeout | undefined;
  #lastLineAt = -Infinity;
  #hearing = {};

  constructor(events: PlainDeskEvents) {
    this.#events = events;
  }

  get size(): number {
    return this.#open.size;
  }

  /** All that wait for an answer. */
  get waiting(): readonly Inquiry[] {
    return [...this.#open.values()].map(({ inquiry }) => inquiry);
  }

  push(inquiry: Inquiry, answer: (answer: InquiryAnswer) => void): void {
    const reason = this.#events.cannotShow(inquiry);
    if (reason !== undefined) {
      answer({ behavior: 'unavailable', reason });
      return;
    }
    this.#open.set(inquiry.requestId, {
      inquiry,
      answer,
      askedAt: this.#events.now(),
      hasSeenAll: isShownWhole(inquiry),
      hasOpened: false,
      progress: NO_PROGRESS,
    });
    this.#showSoon();
  }

  update(inquiry: Inquiry): void {
    const open = this.#open.get(inquiry.requestId);
    if (open === undefined) return;
    open.inquiry = inquiry;
    open.hasSeenAll = isShownWhole(inquiry);
    if (this.#shown !== open) return;
    this.#events.say('The question has changed.');
    this.#hide();
  }

  remove(requestId: string): void {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    this.#events.onWithdrawn(open.inquiry);
    if (this.#shown === open) this.#hide();
  }

  /** No one will answer anymore. */
  close(reason: string): void {
    for (const { answer } of this.#open.values()) answer({ behavior: 'unavailable', reason });
    this.#open.clear();
    this.#forget();
  }

  /** A line came, for whatever. */
  sawLine(): void {
    this.#lastLineAt = this.#events.now();
  }

  /** Changes whenever another question, or none, hears answers. Undefined: none does. */
  get hearing(): object | undefined {
    return this.#isArmed ? this.#hearing : undefined;
  }

  /** The text of an answer is what it waits for: it may have several lines. */
  get takesText(): boolean {
    return this.#isArmed && this.#note !== undefined;
  }

  /** Nothing else hears numbers anymore: the next question is shown, or the one at hand once more. */
  resume(): void {
    if (this.#shown === undefined) this.#showSoon();
    else this.repeat();
  }

  /** Says the question at hand and its choices again, or says nothing if it does not hear answers yet. */
  repeat(): void {
    const open = this.#shown;
    if (open === undefined || !this.#isArmed) return;
    this.#describe(open, true);
    this.#prompt();
  }

  /** True: the line was for the question: a number, the text that an answer waits for, or Enter alone where that takes a choice. */
  take(line: string): boolean {
    const open = this.#shown;
    if (open === undefined || !this.#isArmed) return false;
    const note = this.#note;
    if (note !== undefined) {
      this.#takeNote(open, note, line);
      return true;
    }
    const options = this.#optionsOf(open);
    if (line.trim() === '') {
      const entered = enterOption(open, options);
      if (entered !== undefined) this.#choose(open, entered.choice);
      return entered !== undefined;
    }
    const word = /^(?:y|yes|n|no)$/i.exec(line.trim())?.[0]?.toLowerCase();
    const meant = options.find(({ letter }) => letter !== undefined && letter === word?.[0]);
    if (meant !== undefined) {
      this.#choose(open, meant.choice);
      return true;
    }
    const numbers = line.trim().split(/[\s,]+/);
    if (!numbers.every((number) => /^\d+$/.test(number))) return this.#takeTyped(open, options, line);
    const chosen = numbers.map((number) => options.find(({ digit }) => digit === number));
    const missing = numbers.find((_, at) => chosen[at] === undefined);
    const [option] = chosen;
    if (missing !== undefined && this.#takeTyped(open, options, line)) return true;
    if (missing !== undefined || option === undefined) {
      this.#events.say(`There is no choice ${sanitize(missing ?? '')}.`);
      this.#remind();
    } else if (chosen.every((one) => one !== undefined && canBeMarked(one))) this.#mark(open, numbers);
    else if (numbers.length === 1) this.#choose(open, option.choice);
    else {
      const isOfSeveral = options.some(canBeMarked);
      const what = isOfSeveral ? 'Only answers that can be marked go together' : 'This takes one number';
      this.#events.say(`${what}: nothing was chosen.`);
      this.#remind();
    }
    return true;
  }

  /** The answer to a question that has no choices but a text. A command is none. */
  #takeTyped(open: OpenInquiry, options: readonly Option[], line: string): boolean {
    const choice = textChoice(options);
    if (choice === undefined || /^[/!]/.test(line)) return false;
    this.#note = choice;
    this.#takeNote(open, choice, line);
    return true;
  }

  /** One number marks its answer or takes the mark away; several all mark theirs. What is marked is said, not the whole question. */
  #mark(open: OpenInquiry, numbers: readonly string[]): void {
    for (const number of numbers) {
      const option = this.#optionsOf(open).find(({ digit }) => digit === number);
      if (option?.choice.kind !== 'progress' || (numbers.length > 1 && isMarked(option))) continue;
      open.progress = option.choice.progress;
    }
    const options = this.#optionsOf(open);
    const marked = options.filter(isMarked);
    const names = marked.map(({ digit, label }) => `${digit}. ${sanitize(spokenLabel(label, false))}`);
    this.#events.say(names.length === 0 ? 'Nothing is marked.' : `Marked: ${names.join(', ')}.`);
    if (options.some(({ digit }) => digit === DONE_DIGIT)) this.#events.say(`  ${DONE_DIGIT}. Done`);
    this.#remind();
  }

  #takeNote(open: OpenInquiry, note: Note, line: string): void {
    if (line.trim() === '' && !keepsDefault(note)) {
      this.#note = undefined;
      this.#choices(this.#optionsOf(open));
      return;
    }
    const typed = typedAnswer(note, line.trim() === '' ? '' : line, open.progress);
    switch (typed.kind) {
      case 'answer':
        this.#answer(open, typed.answer, typed.said);
        return;
      case 'progress':
        open.progress = typed.progress;
        this.#hide();
        return;
      case 'problem':
        // There is no such key: an empty line goes back.
        this.#events.say(typed.message.replace(/: Esc .*$/, ''));
        if (note.kind === 'note') this.#hide();
        else this.#events.say(note.label.trim());
        return;
      default:
        typed satisfies never;
    }
  }

  #choose(open: OpenInquiry, choice: Choice): void {
    switch (choice.kind) {
      case 'answer':
        this.#answer(open, choice.answer, choice.said);
        return;
      case 'progress':
        open.progress = choice.progress;
        this.#hide();
        return;
      case 'note':
      case 'text':
        this.#note = choice;
        if (choice.kind === 'note' && choice.initial !== undefined)
          this.#events.say(`It is: ${sanitize(choice.initial)}`);
        this.#events.say(
          keepsDefault(choice)
            ? 'Type the text and press Enter. Enter alone keeps the default.'
            : 'Type the text and press Enter. An empty line goes back to the choices.',
        );
        this.#events.say(choice.label.trim());
        return;
      case 'editor':
        this.#events.onEdit(choice.text, (text) => {
          open.progress = choice.changed(text);
          this.#hide();
        });
        return;
      case 'batch':
        break;
      case 'open':
        open.hasOpened = true;
        this.#events.onOpen(choice.inquiry);
        break;
      case 'fresh':
        this.#answer(open, { behavior: 'deny' }, 'go on in a new conversation');
        this.#events.onFresh(choice.plan);
        return;
      case 'why':
        this.#events.onWhy(open.inquiry);
        break;
      case 'whole':
        open.hasSeenAll = true;
        this.#events.onWhole(open.inquiry);
        break;
      default:
        choice satisfies never;
    }
    // The choices have been read out; only seeing all of a call adds one.
    if (choice.kind === 'whole') this.#choices(this.#optionsOf(open));
    else this.#remind();
  }

  #answer(open: OpenInquiry, answer: InquiryAnswer, said: string): void {
    this.#open.delete(open.inquiry.requestId);
    const { inquiry, askedAt, hasSeenAll } = open;
    this.#events.onAnswered(inquiry, { answer, said, afterMs: this.#events.now() - askedAt, hasSeenAll });
    open.answer(answer);
    this.#hide();
  }

  #hide(): void {
    this.#forget();
    this.#showSoon();
  }

  #forget(): void {
    clearTimeout(this.#arming);
    this.#isArmed = false;
    this.#shown = undefined;
    this.#note = undefined;
  }

  /** Delayed: what came with the previous answer, or twice, wasn't typed for the next question. */
  #showSoon(): void {
    if (this.#willShow || this.#open.size === 0 || this.#shown !== undefined) return;
    this.#willShow = true;
    setImmediate(() => {
      this.#willShow = false;
      this.#show();
    });
  }

  #show(): void {
    if (this.#shown !== undefined) return;
    const all = [...this.#open.values()];
    const open = all.find(({ inquiry }) => inquiry.agentId === undefined) ?? all[0];
    if (open === undefined) return;
    const { say } = this.#events;
    if (this.#events.isHeld?.() === true) {
      this.#sayHeld(open);
      return;
    }
    this.#shown = open;
    say('');
    this.#describe(open, false);
    // Keys typed while it appeared are not an answer.
    this.#arming = setTimeout(() => this.#arm(), QUIET_MS);
  }

  /** @param isAgain what is in the log by now is said, too */
  #describe(open: OpenInquiry, isAgain: boolean): void {
    const { say } = this.#events;
    const { inquiry, progress } = open;
    say(headText(inquiry, this.#open.size));
    const card = cardLines({ inquiry, progress });
    const lines = isAgain && inquiry.kind === 'plan' && card.length === 0 ? bodyLines(inquiry, true) : card;
    for (const line of lines) say(`  ${spokenLine(line)}`);
    const why = reasonOf(inquiry);
    if (why !== undefined) say(`  ${why}`);
    // The steps of a plan have numbers, too.
    if (inquiry.kind === 'plan') say('Your choices:');
    this.#list(this.#optionsOf(open));
  }

  #sayHeld({ inquiry }: OpenInquiry): void {
    this.#events.say(`${headText(inquiry, this.#open.size)}. It waits until you leave the list.`);
  }

  #arm(): void {
    const open = this.#shown;
    // A list that was opened meanwhile would get the number.
    if (open !== undefined && this.#events.isHeld?.() === true) {
      this.#forget();
      this.#sayHeld(open);
      return;
    }
    if (this.#lineWaitMs === 0) this.#events.onArming();
    // Lines that were typed until now have just been reported.
    const wait = this.#lineWaitMs;
    if (wait > 0) {
      this.#arming = setTimeout(() => this.#arm(), wait);
      return;
    }
    this.#isArmed = true;
    this.#hearing = {};
    this.#prompt();
    this.#events.onArmed();
  }

  get #lineWaitMs(): number {
    return Math.max(0, this.#lastLineAt + LINE_QUIET_MS - this.#events.now());
  }

  #optionsOf({ inquiry, hasSeenAll, progress }: OpenInquiry): readonly Option[] {
    const { hasAuto, hasBrowser } = this.#events;
    return optionsOf(inquiry, progress, { hasSeenAll, hasAuto: hasAuto(), hasBrowser: hasBrowser() });
  }

  #choices(options: readonly Option[]): void {
    this.#list(options);
    this.#prompt();
  }

  #list(options: readonly Option[]): void {
    if (options.some(canBeMarked))
      this.#events.say(`  You can choose several: type their numbers, such as 1 3, and then ${DONE_DIGIT}.`);
    for (const { digit, label } of options) this.#events.say(`  ${digit}. ${sanitize(spokenLabel(label))}`);
  }

  #prompt(): void {
    const { how, entered } = this.#keys();
    this.#events.say(`${this.#waits} ${how}.${entered === undefined ? '' : ` ${entered}.`}`);
  }

  /** In place of all that was read out before. */
  #remind(): void {
    const { how, entered } = this.#keys();
    this.#events.say(
      `${this.#waits} ${entered === undefined ? `${how}; Enter alone repeats the question` : `${how}. ${entered}`}.`,
    );
  }

  /** What can be typed now; `entered`: what Enter alone takes, if it takes anything. */
  #keys(): { readonly how: string; readonly entered: string | undefined } {
    const open = this.#shown;
    const options = open === undefined ? [] : this.#optionsOf(open);
    const option = open && enterOption(open, options);
    const what = textChoice(options) === undefined ? 'a number' : 'the answer, or a number,';
    return {
      how: `Type ${what} and press Enter`,
      entered: option && `Enter alone takes ${option.digit}, ${sanitize(spokenLabel(option.label))}`,
    };
  }

  get #waits(): string {
    return `asks (${this.#open.size} ${this.#open.size === 1 ? 'waits' : 'wait'}).`;
  }
}

/** What Enter alone takes: a default, an answer given before, or opening an address. Undefined: nothing, and the question is repeated. */
function enterOption({ inquiry, hasOpened }: OpenInquiry, options: readonly Option[]): Option | undefined {
  if (!isMarkable(inquiry)) return undefined;
  return hasOpened ? options[0] : options.find(({ isPreferred }) => isPreferred === true);
}

function keepsDefault(note: Note): boolean {
  return note.kind === 'text' && note.question.preset !== undefined;
}

/** It is one of several answers to a question. */
function canBeMarked({ label, choice }: Option): boolean {
  return choice.kind === 'progress' && /^\[[ x]\] /.test(label);
}

function isMarked({ label }: Option): boolean {
  return label.startsWith('[x] ');
}
