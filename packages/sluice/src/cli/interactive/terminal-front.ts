import type { WaitingMessage } from './front-events.ts';
import type { Asker, Inquiry } from '@sluice/core';
import type { LogSink, Picker, Style } from '@sluice/terminal';

/** What the session's wiring needs of a terminal: the drawn one and plain mode both have it. */
export interface TerminalFront {
  readonly screen: LogSink;
  readonly style: Style;
  /** Where the person is asked. */
  readonly desk: Asker & { readonly waiting: readonly Inquiry[]; close(reason: string): void };
  /** The text being typed. */
  readonly editor: TypedText;
  /** What is typed and not sent, as far as this program knows. */
  readonly draft: string;
  /** What was typed is in the terminal already: it isn't logged again. */
  readonly isEchoed: boolean;
  /** Handles Ctrl-C where it is a signal. Undefined: the signal ends the program. */
  readonly onInterrupt: (() => void) | undefined;
  /** The terminal's settings for anyone who restores them after a SIGKILL. Undefined: none are changed, or they can't be read. */
  saved(): { readonly path: string; readonly settings: string } | undefined;
  /** @param isPromptGiven a request is about to be made, before anything is drawn */
  start(isPromptGiven: boolean): void;
  /** Resolves when nothing that the terminal itself says is on its way. Undefined: it is asked nothing. */
  idle?(): Promise<void>;
  /** Restores the terminal. */
  close(): void;
  setWorking(isWorking: boolean): void;
  menuChanged(): void;
  /** Messages have come to wait, or wait no more. Undefined: they are drawn. */
  messagesWait?(waiting: readonly WaitingMessage[]): void;
  /** What was stopped and still runs is other than before. Undefined: it is drawn. */
  stoppingChanged?(): void;
  /** A command of the prompt is done. Undefined: what it does can be seen. */
  commandDone?(): void;
  /** The work was stopped: so many messages wait for Enter. */
  messagesLeft?(count: number): void;
  /** Shows a text in the status row for a moment. Undefined: there is no such row. */
  hint?(text: string): void;
  /** Sends a sequence that draws nothing. Undefined: this terminal takes none. */
  readonly sendToTerminal: ((sequence: string) => void) | undefined;
  /** Rings, where no sequences can be sent. */
  bell?(): void;
  /** Shows a list to choose from. */
  pick(picker: Picker): void;
  /** Of the window. */
  readonly rows: number;
  readonly columns: number;
  /** Another program has the terminal. */
  readonly isLent: boolean;
  /** Hands the terminal to another program, and takes it back when `work` is done. */
  lend<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

export interface TypedText {
  readonly text: string;
  setText(text: string): void;
  /** Puts a text where the cursor is. */
  insert(text: string): void;
  /** Whether the keys of vim edit it. Undefined: the terminal itself edits the line. */
  isVim?: boolean;
  addToHistory(text: string): void;
  /** A text that was sent, with a chip for each long paste. Default: it has none. */
  folded?(text: string): string;
}
