import type { Asker, Inquiry, InquiryAnswer } from '@sluice/core';
import type { Choice, Option } from '../desk/option.ts';
import { optionsOf } from '../desk/options-of.ts';
import { NO_PROGRESS } from '../desk/questionnaire.ts';
import { typedAnswer, type Note } from '../desk/typed-answer.ts';
import { lineAction } from './line-action.ts';
import { LineFocus } from './line-focus.ts';
import type { PlainDeskEvents } from './plain-desk-events.ts';
import { QuestionReader } from './question-reader.ts';
import { enterOption, isMarked, keepsDefault, type SpokenInquiry } from './spoken-inquiry.ts';
import { isShownWhole } from '../views/body-lines.ts';

/** Where inquiries wait in plain mode: each is printed with numbered choices, and answered by a number and Enter once a last line says so. */
export class PlainDesk implements Asker {
  readonly #events: PlainDeskEvents;
  readonly #reader: QuestionReader;
  readonly #focus: LineFocus;
  readonly #open = new Map<string, SpokenInquiry>();
  #shown: SpokenInquiry | undefined;
  #note: Note | undefined;
  #willShow = false;

  constructor(events: PlainDeskEvents) {
    this.#events = events;
    this.#reader = new QuestionReader({
      say: events.say,
      count: () => this.#open.size,
      optionsOf: (open) => this.#optionsOf(open),
    });
    this.#focus = new LineFocus({
      now: events.now,
      mayHear: () => this.#mayHear(),
      onArming: events.onArming,
      onArmed: () => {
        this.#reader.prompt(this.#shown);
        events.onArmed();
      },
    });
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
    this.#focus.sawLine();
  }

  /** Changes whenever another question, or none, hears answers. Undefined: none does. */
  get hearing(): object | undefined {
    return this.#focus.hearing;
  }

  /** The text of an answer is what it waits for: it may have several lines. */
  get takesText(): boolean {
    return this.#focus.isArmed && this.#note !== undefined;
  }

  /** Nothing else hears numbers anymore: the next question is shown, or the one at hand once more. */
  resume(): void {
    if (this.#shown === undefined) this.#showSoon();
    else this.repeat();
  }

  /** Says the question at hand and its choices again, or says nothing if it does not hear answers yet. */
  repeat(): void {
    const open = this.#shown;
    if (open === undefined || !this.#focus.isArmed) return;
    this.#reader.describe(open, true);
    this.#reader.prompt(open);
  }

  /** True: the line was for the question: a number, the text that an answer waits for, or Enter alone where that takes a choice. */
  take(line: string): boolean {
    const open = this.#shown;
    if (open === undefined || !this.#focus.isArmed) return false;
    const note = this.#note;
    if (note !== undefined) {
      this.#takeNote(open, note, line);
      return true;
    }
    const options = this.#optionsOf(open);
    const action = lineAction(line, options, enterOption(open, options));
    switch (action.kind) {
      case 'choose':
        this.#choose(open, action.choice);
        return true;
      case 'mark':
        this.#mark(open, action.numbers);
        return true;
      case 'text':
        this.#note = action.choice;
        this.#takeNote(open, action.choice, line);
        return true;
      case 'problem':
        this.#events.say(action.message);
        this.#reader.remind(open);
        return true;
      case 'other':
        return false;
      default:
        return action satisfies never;
    }
  }

  /** One number marks its answer or takes the mark away; several all mark theirs. What is marked is said, not the whole question. */
  #mark(open: SpokenInquiry, numbers: readonly string[]): void {
    for (const number of numbers) {
      const option = this.#optionsOf(open).find(({ digit }) => digit === number);
      if (option?.choice.kind !== 'progress' || (numbers.length > 1 && isMarked(option))) continue;
      open.progress = option.choice.progress;
    }
    this.#reader.marks(open);
  }

  #takeNote(open: SpokenInquiry, note: Note, line: string): void {
    if (line.trim() === '' && !keepsDefault(note)) {
      this.#note = undefined;
      this.#reader.choices(open);
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

  #choose(open: SpokenInquiry, choice: Choice): void {
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
        this.#reader.note(choice);
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
    if (choice.kind === 'whole') this.#reader.choices(open);
    else this.#reader.remind(this.#shown);
  }

  #answer(open: SpokenInquiry, answer: InquiryAnswer, said: string): void {
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
    this.#focus.reset();
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
      this.#reader.held(open);
      return;
    }
    this.#shown = open;
    say('');
    this.#reader.describe(open, false);
    this.#focus.take();
  }

  /** A list that was opened since the question was shown would get the number. */
  #mayHear(): boolean {
    const open = this.#shown;
    if (open === undefined || this.#events.isHeld?.() !== true) return true;
    this.#forget();
    this.#reader.held(open);
    return false;
  }

  #optionsOf({ inquiry, hasSeenAll, progress }: SpokenInquiry): readonly Option[] {
    const { hasAuto, hasBrowser } = this.#events;
    return optionsOf(inquiry, progress, { hasSeenAll, hasAuto: hasAuto(), hasBrowser: hasBrowser() });
  }
}
