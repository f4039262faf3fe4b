import { closeSync, openSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import type { Asker, PermissionAnswer, PermissionRequest } from '@sluice/core';
import { questionFor, type Question } from './question-text.ts';

/** Asks a person at the terminal, one question after the other, in the order in which they come. */
export interface TerminalAsker extends Asker {
  close(): void;
}

interface OpenAsk {
  readonly request: PermissionRequest;
  readonly answer: (answer: PermissionAnswer) => void;
}

const GONE: PermissionAnswer = {
  behavior: 'unavailable',
  reason: 'the terminal was closed before it was answered',
};

/** Undefined where there is no terminal: it is opened by name, for standard input may be the calls. */
export function openTerminalAsker(): TerminalAsker | undefined {
  const opened: number[] = [];
  try {
    for (const flags of ['r', 'w']) opened.push(openSync('/dev/tty', flags));
    const [reading = 0, writing = 0] = opened;
    return createTerminalAsker(new ReadStream(reading), new WriteStream(writing));
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  }
}

export function createTerminalAsker(
  input: NodeJS.ReadableStream & { destroy?(): unknown },
  output: NodeJS.WritableStream,
): TerminalAsker {
  const waiting: OpenAsk[] = [];
  let lines: Interface | undefined;
  let isClosed = false;
  /** What the next line that is typed answers. */
  let onLine: ((line: string) => void) | undefined;

  const open = (): void => {
    if (lines !== undefined) return;
    lines = createInterface({ input, terminal: false });
    lines.on('line', (line) => onLine?.(line));
    lines.on('close', () => {
      isClosed = true;
      for (const { answer } of waiting.splice(0)) answer(GONE);
    });
  };
  const say = (text: string): void => void output.write(text);
  const settle = (ask: OpenAsk, answer: PermissionAnswer): void => {
    const index = waiting.indexOf(ask);
    if (index === -1) return;
    waiting.splice(index, 1);
    ask.answer(answer);
    showNext();
  };
  const showNext = (): void => {
    const [ask] = waiting;
    onLine = undefined;
    if (ask === undefined) return;
    const question = questionFor(ask.request);
    say(`\n${question.text}\n${choices(question)}`);
    onLine = (line) => take(ask, question, line);
  };
  const take = (ask: OpenAsk, question: Question, line: string): void => {
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
      case 'n':
      case 'no':
        return settle(ask, { behavior: 'deny', ...feedback });
      default:
        break;
    }
    say(choices(question));
  };

  return {
    push(request, answer) {
      if (isClosed) {
        answer(GONE);
        return;
      }
      open();
      waiting.push({ request, answer });
      if (waiting.length === 1) showNext();
    },
    remove(requestId) {
      const index = waiting.findIndex(({ request }) => request.requestId === requestId);
      if (index === -1) return;
      waiting.splice(index, 1);
      if (index > 0) return;
      say('\n  (no longer needed)\n');
      showNext();
    },
    update() {},
    close() {
      isClosed = true;
      onLine = undefined;
      lines?.close();
      input.destroy?.();
    },
  };
}

/** Ends its line: results of other calls may be written before the answer is. */
function choices({ mayKeep }: Question): string {
  const always = mayKeep ? ', [a]lways' : '';
  return `  [y]es${always}, [n]o; add a note for the model after it; a bare n ends the turn\n`;
}
