import type { Asker, Inquiry, InquiryAnswer } from '@sluice/core';
import { isText, type Key } from '../keys/key.ts';
import { Batch } from './batch.ts';
import { cardAction, type CardAction } from './card-key.ts';
import { cardOptions } from './card-options.ts';
import { CardFocus, QUIET_MS } from './card-focus.ts';
import { CardSight, type DrawnCard } from './card-sight.ts';
import type { Card, DeskEvents } from './desk-events.ts';
import { OpenInquiries, type OpenInquiry } from './open-inquiries.ts';
import type { Choice, Option } from './option.ts';
import { arrivedAt, isMultiple } from './questionnaire.ts';
import { answerOfNobody, timeLeft, type TimeLeft } from './question-timeout.ts';
import { isMarkable, textChoice } from './entered.ts';
import { typedAnswer, type Note } from './typed-answer.ts';

/** Where everything that a person is asked waits. One inquiry is shown at a time, those of the main agent first. */
export class Desk implements Asker {
  readonly #events: DeskEvents;
  readonly #open = new OpenInquiries();
  #shownId: string | undefined;
  #marked: number | undefined;
  readonly #focus: CardFocus;
  #batch: Batch | undefined;
  readonly #sight: CardSight;
  #note: Note | undefined;
  /** When the text of a field was asked for right after that of another one: a second Enter is not an answer to it. */
  #notedAt = -Infinity;

  constructor(events: DeskEvents) {
    this.#events = events;
    this.#focus = new CardFocus(events.now);
    this.#sight = new CardSight(this.#focus, events);
  }

  get size(): number {
    return this.#open.size;
  }

  /** All that wait for an answer. */
  get waiting(): readonly Inquiry[] {
    return this.#open.inquiries;
  }

  get hasFocus(): boolean {
    return this.#focus.isOn;
  }

  /** What the prompt asks for while a text belongs to an answer. */
  get noteLabel(): string | undefined {
    return this.#note?.label;
  }

  get card(): Card | undefined {
    const open = this.#shown();
    return open === undefined ? undefined : this.#cardOf(open);
  }

  #cardOf(open: OpenInquiry): Card {
    return {
      inquiry: open.inquiry,
      options: this.#optionsOf(open),
      progress: open.progress,
      marked: this.#focus.isArmed ? this.#marked : undefined,
      hasFocus: this.#focus.isOn,
      isArmed: this.#focus.isArmed,
      isTyping: this.#note !== undefined,
      isPrefilled: this.#note?.kind === 'note' && this.#note.initial !== undefined,
      place: this.#open.placeOf(open.inquiry.requestId),
      count: this.#open.size,
      secondsLeft: this.#timeLeft(open)?.seconds,
      batch: this.#batch?.rows(this.#open.calls),
    };
  }

  push(inquiry: Inquiry, answer: (answer: InquiryAnswer) => void): void {
    const reason = this.#events.cannotShow(inquiry);
    if (reason !== undefined) {
      answer({ behavior: 'unavailable', reason });
      return;
    }
    this.#open.add(inquiry, answer, this.#events.now());
    this.#batchChanged();
    this.#events.onChange();
  }

  update(inquiry: Inquiry): void {
    const open = this.#open.get(inquiry.requestId);
    if (open === undefined) return;
    open.inquiry = inquiry;
    // What was marked may now be something else, and no key may answer what has just changed.
    if (this.#shownId === inquiry.requestId) this.#focus.deafen();
    this.#batchChanged();
    this.#events.onChange();
  }

  remove(requestId: string): void {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#take(requestId);
    this.#events.onWithdrawn(open.inquiry);
    this.#events.onChange();
  }

  /** No one will answer anymore. */
  close(reason: string): void {
    this.#open.close(reason);
    this.#shownId = undefined;
  }

  /** A key came, for whatever. */
  sawKey(): void {
    this.#focus.sawKey();
  }

  /** Whether the card may take the focus now; asked before each frame. Milliseconds until it should be asked again. */
  settleFocus(isPromptEmpty: boolean): number | undefined {
    const isWanted = isPromptEmpty && this.#note === undefined && this.#shown() !== undefined;
    const wait = this.#focus.waitFor(isWanted);
    if (wait !== 0) return wait;
    this.#takeFocus();
    return QUIET_MS;
  }

  /** Answers questions that have waited long enough; asked before each frame. Milliseconds until it should be asked again. */
  settleTimeout(): number | undefined {
    const open = this.#shown();
    if (open !== undefined) open.shownAt ??= this.#events.now();
    const left = open === undefined ? undefined : this.#timeLeft(open);
    if (open === undefined || left === undefined) return undefined;
    if (left.ms > 0) return left.againMs;
    const { questionTimeoutMs: ms = 0 } = this.#events;
    const said = `not answered for ${Math.round(ms / 1000)} s: went on with what was selected`;
    this.#answer(open, answerOfNobody(open.inquiry, open.progress, ms), said);
    return this.settleTimeout();
  }

  #timeLeft(open: OpenInquiry): TimeLeft | undefined {
    const { questionTimeoutMs, now } = this.#events;
    return timeLeft(open, questionTimeoutMs, this.#focus.lastKeyAt, now());
  }

  /**
   * Draws the card for a frame: with the answers that it has once all of it was seen, where all of it has room beside them. Undefined: none is
   * open.
   */
  draw<Drawn extends DrawnCard>(rowsOf: (card: Card) => Drawn): Drawn | undefined {
    const open = this.#shown();
    return open === undefined
      ? undefined
      : this.#sight.draw(open, (inquiry) => rowsOf(this.#cardOf(inquiry)));
  }

  /**
   * The frame that shows the card was written.
   * @param digits of the options that it shows with all of their text; undefined: all of them
   */
  framed(sawAll: boolean, wholeIds: readonly string[] = [], digits?: ReadonlySet<string>): void {
    const open = this.#shown();
    if (open === undefined) return;
    for (const id of wholeIds) this.#open.sawWhole(id);
    this.#sight.framed(open, sawAll, digits);
  }

  /** Everything of an inquiry is in the log. */
  sawWhole(requestId: string): void {
    this.#open.sawWhole(requestId);
  }

  /** True: the key was for the card. */
  take(key: Key): boolean {
    const open = this.#shown();
    if (open === undefined) return false;
    if (key.kind === 'paste') {
      if (this.#focus.isArmed) this.#beginText(open);
      return this.#yield();
    }
    if (!this.#focus.isOn) {
      if (key.name !== 'tab' || this.#note !== undefined) return false;
      this.#takeFocus();
      return true;
    }
    if (key.name === 'tab' || key.name === 'escape') {
      this.#leave();
      return true;
    }
    if (this.#batch !== undefined) return this.#takeForBatch(this.#batch, key);
    const action = cardAction(key, {
      options: this.#optionsOf(open),
      marked: this.#marked,
      isArmed: this.#focus.isArmed,
      at: open.progress.at,
      isMultiple: isMultiple(open),
    });
    return this.#act(open, action);
  }

  /** True: the key was for the card. */
  #act(open: OpenInquiry, action: CardAction): boolean {
    switch (action.kind) {
      case 'mark':
        this.#marked = action.index;
        return true;
      case 'back':
        open.progress = arrivedAt(open.inquiry, { ...open.progress, at: open.progress.at - 1 });
        this.#marked = this.#firstMarked(open);
        this.#focus.deafen();
        return true;
      case 'turn':
        this.#turn(action.step);
        return true;
      case 'choose':
        if (this.#sight.mayChoose(action.option)) this.#choose(open, action.option.choice);
        return true;
      case 'check':
        this.#choose(open, action.choice);
        return true;
      case 'missing':
        this.#events.onProblem(`there is no answer ${action.digit} here`);
        // It was typed for something else, perhaps with an Enter to come: only what the arrow keys mark is taken by that.
        this.#marked = undefined;
        this.#events.onChange();
        return true;
      case 'text':
        if (action.isHeard) this.#beginText(open);
        return this.#yield();
      case 'none':
        return true;
      case 'other':
        return false;
      default:
        return action satisfies never;
    }
  }

  /** A field that only a text can answer is one where the text is typed: nothing else has to be chosen first. */
  #beginText(open: OpenInquiry): void {
    if (this.#batch === undefined) this.#note = textChoice(this.#optionsOf(open)) ?? this.#note;
  }

  #takeForBatch(batch: Batch, key: Extract<Key, { readonly kind: 'key' }>): boolean {
    const choice = batch.take(key.name, this.#open.calls, this.#focus.isArmed);
    switch (choice.kind) {
      case 'other':
        return isText(key) ? this.#yield() : false;
      case 'none':
        break;
      case 'problem':
        this.#events.onProblem(choice.message);
        break;
      case 'close':
        this.#batch = undefined;
        this.#focus.deafen();
        break;
      case 'whole': {
        const open = this.#open.get(choice.id);
        if (open === undefined) break;
        open.hasSeenAll = true;
        this.#events.onWhole(open.inquiry);
        break;
      }
      case 'allow':
      case 'deny':
        for (const id of choice.ids) {
          const open = this.#open.get(id);
          if (open === undefined) continue;
          if (choice.kind === 'allow') this.#answer(open, { behavior: 'allow' }, 'yes, once');
          else this.#answer(open, { behavior: 'deny', endsTurn: false }, 'no');
        }
        break;
      default:
        choice satisfies never;
    }
    this.#events.onChange();
    return true;
  }

  #optionsOf(open: OpenInquiry): readonly Option[] {
    return cardOptions(open, { events: this.#events, isCut: this.#sight.isCut, calls: this.#open.calls });
  }

  /** What was about to be answered may have moved: the list is deaf again, and gone if one call is left. */
  #batchChanged(): void {
    if (this.#batch === undefined) return;
    this.#focus.deafen();
    if (this.#open.calls.length < 2) this.#batch = undefined;
  }

  /** The text that an answer waited for. False: none does. */
  submitNote(text: string): boolean {
    const open = this.#shown();
    const note = this.#note;
    if (open === undefined || note === undefined) return false;
    if (text === '' && this.#events.now() - this.#notedAt < QUIET_MS) return true;
    const typed = typedAnswer(note, text, open.progress);
    switch (typed.kind) {
      case 'answer':
        this.#answer(open, typed.answer, typed.said);
        break;
      case 'progress':
        open.progress = arrivedAt(open.inquiry, typed.progress);
        this.#note = textChoice(this.#optionsOf(open));
        if (this.#note === undefined) this.#takeFocus();
        else this.#notedAt = this.#events.now();
        this.#events.onChange();
        break;
      case 'problem':
        this.#events.onProblem(typed.message);
        // To be corrected.
        this.#events.onPrefill(text);
        break;
      default:
        typed satisfies never;
    }
    return true;
  }

  /** The person wants no text to belong to the answer after all. */
  dropNote(): void {
    if (this.#note?.kind === 'note' && this.#note.initial !== undefined) this.#events.onPrefill('');
    this.#note = undefined;
    this.#focus.allow();
    this.#events.onChange();
  }

  #shown(): OpenInquiry | undefined {
    if (this.#open.get(this.#shownId) === undefined) this.#show(this.#open.next()?.inquiry.requestId);
    return this.#open.get(this.#shownId);
  }

  #show(requestId: string | undefined): void {
    this.#shownId = requestId;
    this.#sight.reset();
    this.#focus.reset();
    this.#note = undefined;
  }

  #takeFocus(): void {
    const open = this.#shown();
    if (open === undefined) return;
    this.#focus.take();
    this.#marked = isMarkable(open.inquiry) ? this.#firstMarked(open) : undefined;
    this.#events.onChange();
  }

  /** The key goes to the prompt, and so does the focus. */
  #leave(): false {
    this.#focus.leave();
    this.#events.onChange();
    return false;
  }

  /** What is typed goes to the prompt; when nothing is left of it, the card may take the focus again. */
  #yield(): false {
    this.#focus.yieldToText();
    this.#events.onChange();
    return false;
  }

  /** What Enter takes if no arrow key was pressed. */
  #firstMarked(open: OpenInquiry): number {
    return Math.max(
      0,
      this.#optionsOf(open).findIndex(({ isPreferred }) => isPreferred === true),
    );
  }

  #turn(step: 1 | -1): void {
    const id = this.#open.neighborOf(this.#shownId, step);
    if (id === undefined) return;
    this.#show(id);
    this.#takeFocus();
  }

  #choose(open: OpenInquiry, choice: Choice): void {
    switch (choice.kind) {
      case 'answer':
        this.#answer(open, choice.answer, choice.said);
        return;
      case 'progress': {
        const isNext = choice.progress.at !== open.progress.at;
        open.progress = isNext ? arrivedAt(open.inquiry, choice.progress) : choice.progress;
        // A second Enter is not an answer to the next question; several answers of one are marked in a row.
        if (isNext) {
          if (this.#marked !== undefined) this.#marked = this.#firstMarked(open);
          this.#focus.deafen();
        }
        this.#events.onChange();
        return;
      }
      case 'text':
      case 'note':
        this.#note = choice;
        this.#focus.leave();
        if (choice.kind === 'note' && choice.initial !== undefined) this.#events.onPrefill(choice.initial);
        this.#events.onChange();
        return;
      case 'editor':
        this.#events.onEdit(choice.text, (text) => {
          open.progress = choice.changed(text);
          this.#focus.deafen();
          this.#events.onChange();
        });
        return;
      case 'batch':
        this.#batch = new Batch();
        this.#focus.deafen();
        this.#events.onChange();
        return;
      case 'open':
        this.#events.onOpen(choice.inquiry);
        // The answer that follows.
        if (this.#marked !== undefined) this.#marked = 0;
        this.#focus.deafen();
        this.#events.onChange();
        return;
      case 'fresh':
        this.#answer(open, { behavior: 'deny' }, 'go on in a new conversation');
        this.#events.onFresh(choice.plan);
        return;
      case 'why':
        this.#events.onWhy(open.inquiry);
        return;
      case 'whole':
        open.hasSeenAll = true;
        this.#events.onWhole(open.inquiry);
        return;
      default:
        choice satisfies never;
    }
  }

  #answer(open: OpenInquiry, answer: InquiryAnswer, said: string): void {
    const { now, onAnswered, onChange } = this.#events;
    this.#take(open.inquiry.requestId);
    const { inquiry, askedAt, hasSeenAll } = open;
    onAnswered(inquiry, { answer, said, afterMs: now() - askedAt, hasSeenAll });
    open.answer(answer);
    onChange();
  }

  #take(requestId: string): void {
    this.#open.delete(requestId);
    const keepsFocus = this.#batch !== undefined && this.#focus.isOn;
    if (this.#shownId === requestId) this.#show(undefined);
    this.#batchChanged();
    // The list stays where the person works on it, and is deaf until it was redrawn.
    if (keepsFocus && this.#batch !== undefined && this.#shown() !== undefined) this.#focus.take();
  }
}
