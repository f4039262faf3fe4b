import { present } from '@sluice/base';
import { cutLine, sanitize, type Asker, type Inquiry, type InquiryAnswer } from '@sluice/core';
import { cannotShow } from './cannot-show.ts';
import { questionFor, type Question } from './question-text.ts';
import type { TypedAhead } from './typed-ahead.ts';
import { createTypedLines, type TypedLines } from './typed-lines.ts';

/**
 * Asks the user at the terminal, one question at a time, in order. A line answers only the question that was displayed when its typing
 * began.
 */
export interface TerminalAsker extends Asker {
  close(): void;
}

interface OpenAsk {
  request: Inquiry;
  readonly answer: (answer: InquiryAnswer) => void;
}

interface Shown {
  readonly ask: OpenAsk;
  readonly question: Question;
  /** As shown. */
  readonly request: Inquiry;
}

/** Maximum characters of a wrong answer to repeat. */
const MAX_WORD = 40;

const GONE: InquiryAnswer = {
  behavior: 'unavailable',
  reason: 'the terminal was closed before it was answered',
};

/** Opens a page in the user's browser. `onFailed` is called at most once, if that fails. */
export type OpenPage = (page: URL, onFailed: () => void) => unknown;

/**
 * @param typedAhead input that `input` doesn't report: a terminal holds a line until Enter
 * @param openPage undefined: there is no browser, and pages are only named
 */
export function createTerminalAsker(
  input: TerminalInput,
  output: NodeJS.WritableStream,
  typedAhead?: TypedAhead,
  openPage?: OpenPage,
): TerminalAsker {
  return new QuestionQueue(input, output, typedAhead, openPage);
}

type TerminalInput = NodeJS.ReadableStream & { destroy?(): unknown };

class QuestionQueue implements TerminalAsker {
  readonly #input: TerminalInput;
  readonly #output: NodeJS.WritableStream;
  readonly #typedAhead: TypedAhead | undefined;
  readonly #openPage: OpenPage | undefined;
  readonly #typed: TypedLines;
  readonly #waiting: OpenAsk[] = [];
  #shown: Shown | undefined;
  #isReading = false;
  #isClosed = false;
  #willShow = false;
  /** Something was typed that no question accepts, and the user hasn't been told. */
  #hasDropped = false;

  constructor(
    input: TerminalInput,
    output: NodeJS.WritableStream,
    typedAhead: TypedAhead | undefined,
    openPage: OpenPage | undefined,
  ) {
    this.#openPage = openPage;
    this.#input = input;
    this.#output = output;
    this.#typedAhead = typedAhead;
    this.#typed = createTypedLines((line, isOutdated) => this.#typedLine(line, isOutdated));
    const lose = (): void => this.#lose();
    // Always attached: an error without a listener would end the program.
    for (const event of ['error', 'end', 'close']) input.on(event, lose);
    for (const event of ['error', 'close']) output.on(event, lose);
  }

  push(request: Inquiry, answer: (answer: InquiryAnswer) => void): void {
    if (this.#isClosed) return answer(GONE);
    if (questionFor(request) === undefined)
      return answer({ behavior: 'unavailable', reason: cannotShow(request, 'this terminal') });
    this.#read();
    this.#waiting.push({ request, answer });
    this.#showSoon();
  }

  remove(requestId: string): void {
    const index = this.#waiting.findIndex(({ request }) => request.requestId === requestId);
    if (index === -1) return;
    const [ask] = this.#waiting.splice(index, 1);
    if (this.#shown === undefined || this.#shown.ask !== ask) return;
    this.#replaceShown('no longer needed');
  }

  update(request: Inquiry): void {
    const ask = this.#waiting.find((one) => one.request.requestId === request.requestId);
    if (ask === undefined) return;
    ask.request = request;
    if (this.#shown === undefined || this.#shown.ask !== ask) return;
    if (questionFor(request)?.text === questionFor(this.#shown.request)?.text) return;
    // Anything typed from here on answers what is shown from here on.
    this.#replaceShown('the question has changed');
  }

  close(): void {
    this.#lose();
    this.#typedAhead?.close();
    this.#input.destroy?.();
  }

  #lose(): void {
    this.#isClosed = true;
    this.#shown = undefined;
    for (const { answer } of this.#waiting.splice(0)) answer(GONE);
  }

  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#input.setEncoding('utf8');
    this.#input.on('data', (text: string) => this.#typed.push(text));
  }

  #typedLine(line: string, isOutdated: boolean): void {
    if (this.#shown === undefined) {
      this.#hasDropped ||= line.trim() !== '';
    } else if (isOutdated) {
      this.#hasDropped = true;
      this.#shown = undefined;
      this.#showSoon();
    } else {
      this.#take(this.#shown, line);
    }
  }

  #say(text: string): void {
    if (!this.#isClosed) this.#output.write(text);
  }

  #replaceShown(why: string): void {
    this.#shown = undefined;
    this.#say(`\n  (${why})\n`);
    this.#showSoon();
  }

  /** Delayed: text that arrives with the previous line, or twice, wasn't typed for the next question. */
  #showSoon(): void {
    if (this.#willShow) return;
    this.#willShow = true;
    setImmediate(() => this.#showNext());
  }

  #showNext(): void {
    this.#willShow = false;
    const [ask] = this.#waiting;
    if (ask === undefined || this.#shown !== undefined) return;
    this.#typed.push(this.#typedAhead?.take() ?? '');
    if (this.#typed.outdate()) this.#hasDropped = true;
    if (this.#hasDropped) this.#say('\n  (dropped: it was typed before this question was shown)');
    this.#hasDropped = false;
    this.#show(ask, questionFor(ask.request));
  }

  #show(ask: OpenAsk, question: Question | undefined): void {
    if (question === undefined) return;
    this.#say(`\n${question.text}\n${this.#choices(question)}`);
    // Reading typed input, or writing, may have shown that the terminal is lost.
    if (this.#waiting[0] === ask) this.#shown = { ask, question, request: ask.request };
  }

  #settle(ask: OpenAsk, answer: InquiryAnswer): void {
    this.#shown = undefined;
    this.#waiting.splice(this.#waiting.indexOf(ask), 1);
    ask.answer(answer);
    this.#showSoon();
  }

  #take({ ask, question }: Shown, line: string): void {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const said = rest.join(' ');
    const feedback = present({ feedback: said === '' ? undefined : said });
    switch (word.toLowerCase()) {
      case 'y':
      case 'yes':
        return this.#settle(ask, { behavior: 'allow', ...feedback });
      case 'a':
      case 'always':
        if (!question.mayKeep) break;
        return this.#settle(ask, { behavior: 'allow', always: true, ...feedback });
      case 'w':
      case 'whole':
        if (!question.isCut) break;
        return this.#show(ask, questionFor(ask.request, true));
      case 'o':
      case 'open':
        if (question.page === undefined || this.#openPage === undefined) break;
        this.#open(new URL(question.page), this.#openPage);
        return this.#say(this.#choices(question));
      case 'n':
      case 'no':
        return this.#settle(ask, { behavior: 'deny', ...feedback });
      default:
        break;
    }
    if (word !== '') this.#say(`  (not a valid answer: ${cutLine(sanitize(word), MAX_WORD)})\n`);
    this.#say(this.#choices(question));
  }

  #open(page: URL, openPage: OpenPage): void {
    openPage(page, () => this.#say('  (no browser could be opened: open the address yourself)\n'));
  }

  /** Ends its line: results of other calls may be written before the answer. */
  #choices({ mayKeep, isCut, page }: Question): string {
    const always = mayKeep ? ', [a]lways' : '';
    const whole = isCut ? ', [w]hole input' : '';
    const open = page === undefined || this.#openPage === undefined ? '' : ', [o]pen it in the browser';
    return `  [y]es${always}, [n]o${whole}${open}; you can add a note for the model after it; n alone ends the turn\n`;
  }
}
