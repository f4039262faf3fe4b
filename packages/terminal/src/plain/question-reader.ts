import { sanitize } from '@sluice/core';
import { textChoice } from '../desk/entered.ts';
import type { Option } from '../desk/option.ts';
import { DONE_DIGIT } from '../desk/question-options.ts';
import type { Note } from '../desk/typed-answer.ts';
import { bodyLines } from '../views/body-lines.ts';
import { headText } from '../views/card-head.ts';
import { cardLines } from '../views/card-lines.ts';
import { reasonOf } from '../views/card-reason.ts';
import { canBeMarked, enterOption, isMarked, keepsDefault, type SpokenInquiry } from './spoken-inquiry.ts';
import { spokenLabel, spokenLine } from './spoken-line.ts';

interface QuestionReaderScope {
  /** Appends lines. */
  readonly say: (text: string) => void;
  /** How many inquiries wait. */
  readonly count: () => number;
  readonly optionsOf: (open: SpokenInquiry) => readonly Option[];
}

/** What is read out of a question in plain mode, and what can be typed. */
export class QuestionReader {
  readonly #scope: QuestionReaderScope;

  constructor(scope: QuestionReaderScope) {
    this.#scope = scope;
  }

  /**
   * The question with its choices.
   * @param isAgain what is in the log by now is said, too
   */
  describe(open: SpokenInquiry, isAgain: boolean): void {
    const { say, count, optionsOf } = this.#scope;
    const { inquiry, progress } = open;
    say(headText(inquiry, count()));
    const card = cardLines({ inquiry, progress });
    const lines = isAgain && inquiry.kind === 'plan' && card.length === 0 ? bodyLines(inquiry, true) : card;
    for (const line of lines) say(`  ${spokenLine(line)}`);
    const why = reasonOf(inquiry);
    if (why !== undefined) say(`  ${why}`);
    // The steps of a plan have numbers, too.
    if (inquiry.kind === 'plan') say('Your choices:');
    this.#list(optionsOf(open));
  }

  /** Something else hears numbers. */
  held({ inquiry }: SpokenInquiry): void {
    const { say, count } = this.#scope;
    say(`${headText(inquiry, count())}. It waits until you leave the list.`);
  }

  /** The choices, and that they can be typed now. */
  choices(open: SpokenInquiry): void {
    this.#list(this.#scope.optionsOf(open));
    this.prompt(open);
  }

  /** What is marked, of several answers. */
  marks(open: SpokenInquiry): void {
    const { say, optionsOf } = this.#scope;
    const options = optionsOf(open);
    const marked = options.filter(isMarked);
    const names = marked.map(({ digit, label }) => `${digit}. ${sanitize(spokenLabel(label, false))}`);
    say(names.length === 0 ? 'Nothing is marked.' : `Marked: ${names.join(', ')}.`);
    if (options.some(({ digit }) => digit === DONE_DIGIT)) say(`  ${DONE_DIGIT}. Done`);
    this.remind(open);
  }

  /** An answer waits for its text. */
  note(note: Note): void {
    const { say } = this.#scope;
    if (note.kind === 'note' && note.initial !== undefined) say(`It is: ${sanitize(note.initial)}`);
    say(
      keepsDefault(note)
        ? 'Type the text and press Enter. Enter alone keeps the default.'
        : 'Type the text and press Enter. An empty line goes back to the choices.',
    );
    say(note.label.trim());
  }

  /** What can be typed now. Undefined: no question is shown anymore. */
  prompt(open: SpokenInquiry | undefined): void {
    const { how, entered } = this.#keys(open);
    this.#scope.say(`${this.#waits} ${how}.${entered === undefined ? '' : ` ${entered}.`}`);
  }

  /** In place of all that was read out before. */
  remind(open: SpokenInquiry | undefined): void {
    const { how, entered } = this.#keys(open);
    this.#scope.say(
      `${this.#waits} ${entered === undefined ? `${how}; Enter alone repeats the question` : `${how}. ${entered}`}.`,
    );
  }

  #list(options: readonly Option[]): void {
    const { say } = this.#scope;
    if (options.some(canBeMarked))
      say(`  You can choose several: type their numbers, such as 1 3, and then ${DONE_DIGIT}.`);
    for (const { digit, label } of options) say(`  ${digit}. ${sanitize(spokenLabel(label))}`);
  }

  /** `entered`: what Enter alone takes, if it takes anything. */
  #keys(open: SpokenInquiry | undefined): { readonly how: string; readonly entered: string | undefined } {
    const options = open === undefined ? [] : this.#scope.optionsOf(open);
    const option = open && enterOption(open, options);
    const what = textChoice(options) === undefined ? 'a number' : 'the answer, or a number,';
    return {
      how: `Type ${what} and press Enter`,
      entered: option && `Enter alone takes ${option.digit}, ${sanitize(spokenLabel(option.label))}`,
    };
  }

  get #waits(): string {
    const count = this.#scope.count();
    return `asks (${count} ${count === 1 ? 'waits' : 'wait'}).`;
  }
}
