import { cutLine, sanitize, type Asker, type Inquiry, type InquiryAnswer } from '@sluice/core';
import { cannotShow } from './cannot-show.ts';
import { questionFor, type Question } from './question-text.ts';
import type { TypedAhead } from './typed-ahead.ts';
import { createTypedLines } from './typed-lines.ts';

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

/** @param typedAhead input that `input` doesn't report: a terminal holds a line until Enter */
export function createTerminalAsker(
  input: NodeJS.ReadableStream & { destroy?(): unknown },
  output: NodeJS.WritableStream,
  typedAhead?: TypedAhead,
): TerminalAsker {
  const waiting: OpenAsk[] = [];
  let shown: Shown | undefined;
  let isReading = false;
  let isClosed = false;
  let willShow = false;
  /** Something was typed that no question accepts, and the user hasn't been told. */
  let hasDropped = false;

  const typed = createTypedLines((line, isOutdated) => {
    if (shown === undefined) {
      hasDropped ||= line.trim() !== '';
    } else if (isOutdated) {
      hasDropped = true;
      shown = undefined;
      showSoon();
    } else {
      take(shown, line);
    }
  });
  const lose = (): void => {
    isClosed = true;
    shown = undefined;
    for (const { answer } of waiting.splice(0)) answer(GONE);
  };
  // Always attached: an error without a listener would end the program.
  for (const event of ['error', 'end', 'close']) input.on(event, lose);
  for (const event of ['error', 'close']) output.on(event, lose);

  const read = (): void => {
    if (isReading) return;
    isReading = true;
    input.setEncoding('utf8');
    input.on('data', (text: string) => typed.push(text));
  };
  const say = (text: string): void => {
    if (!isClosed) output.write(text);
  };
  /** Delayed: text that arrives with the previous line, or twice, wasn't typed for the next question. */
  const showSoon = (): void => {
    if (willShow) return;
    willShow = true;
    setImmediate(show);
  };
  const show = (): void => {
    willShow = false;
    const [ask] = waiting;
    if (ask === undefined || shown !== undefined) return;
    typed.push(typedAhead?.take() ?? '');
    if (typed.outdate()) hasDropped = true;
    if (hasDropped) say('\n  (dropped: it was typed before this question was shown)');
    hasDropped = false;
    present(ask, questionFor(ask.request));
  };
  const present = (ask: OpenAsk, question: Question | undefined): void => {
    if (question === undefined) return;
    say(`\n${question.text}\n${choices(question)}`);
    // Reading typed input, or writing, may have shown that the terminal is lost.
    if (waiting[0] === ask) shown = { ask, question, request: ask.request };
  };
  const settle = (ask: OpenAsk, answer: InquiryAnswer): void => {
    shown = undefined;
    waiting.splice(waiting.indexOf(ask), 1);
    ask.answer(answer);
    showSoon();
  };
  const take = ({ ask, question }: Shown, line: string): void => {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const said = rest.join(' ');
    const feedback = said === '' ? {} : { feedback: said };
    switch (word.toLowerCase()) {
      case 'y':
      case 'yes':
        return settle(ask, { behavior: 'allow', ...feedback });
      case 'a':
      case 'always':
        if (!question.mayKeep) break;
        return settle(ask, { behavior: 'allow', always: true, ...feedback });
      case 'w':
      case 'whole':
        if (!question.isCut) break;
        return present(ask, questionFor(ask.request, true));
      case 'n':
      case 'no':
        return settle(ask, { behavior: 'deny', ...feedback });
      default:
        break;
    }
    if (word !== '') say(`  (not understood: ${cutLine(sanitize(word), MAX_WORD)})\n`);
    say(choices(question));
  };

  return {
    push(request, answer) {
      if (isClosed) {
        answer(GONE);
        return;
      }
      if (questionFor(request) === undefined) {
        answer({ behavior: 'unavailable', reason: cannotShow(request, 'this terminal') });
        return;
      }
      read();
      waiting.push({ request, answer });
      showSoon();
    },
    remove(requestId) {
      const index = waiting.findIndex(({ request }) => request.requestId === requestId);
      if (index === -1) return;
      const [ask] = waiting.splice(index, 1);
      if (shown === undefined || shown.ask !== ask) return;
      shown = undefined;
      say('\n  (no longer needed)\n');
      showSoon();
    },
    update(request) {
      const ask = waiting.find((one) => one.request.requestId === request.requestId);
      if (ask === undefined) return;
      ask.request = request;
      if (shown === undefined || shown.ask !== ask) return;
      if (questionFor(request)?.text === questionFor(shown.request)?.text) return;
      // Anything typed from here on answers what is shown from here on.
      shown = undefined;
      say('\n  (the question has changed)\n');
      showSoon();
    },
    close() {
      lose();
      typedAhead?.close();
      input.destroy?.();
    },
  };
}

/** Ends its line: results of other calls may be written before the answer. */
function choices({ mayKeep, isCut }: Question): string {
  const always = mayKeep ? ', [a]lways' : '';
  const whole = isCut ? ', [w]hole input' : '';
  return `  [y]es${always}, [n]o${whole}; add a note for the model after it; a bare n ends the turn\n`;
}
