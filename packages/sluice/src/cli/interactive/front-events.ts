import type { Inquiry, UrlInquiry } from '@sluice/core';
import type { TerminalAction } from '@sluice/settings';
import type { Given, LiveCall, Status, Style } from '@sluice/terminal';
import type { Panel } from './agents/followed-agent.ts';
import type { Menu } from './menus/menu.ts';

/** A message that waits while the model works. */
export interface WaitingMessage {
  readonly text: string;
  /** `next`: with the next request. `after`: when the current prompt is done. */
  readonly when: 'next' | 'after';
  /** It is a command of the prompt, which runs when the current prompt is done. */
  readonly isCommand?: true | undefined;
  /** It waits until a command has printed its output, whether or not a prompt is at work. Default false. */
  readonly isBehindOutput?: true | undefined;
}

/** What a person does, as the session's wiring gets it from either terminal. */
export interface FrontEvents {
  /** A text was sent. `after`: only when the current prompt is done. */
  readonly onSubmit: (text: string, when: 'next' | 'after') => void;
  /** Enter on an empty prompt: send what is waiting now. */
  readonly onSendNow: () => void;
  /** Takes back the last waiting message. Undefined: there is none. */
  readonly onTakeBack: () => string | undefined;
  readonly onStop: () => void;
  /** Ctrl-C again: kills what was stopped and still runs. False: there is nothing of it. */
  readonly onKill: () => boolean;
  readonly onLeave: () => void;
  /** The same, but if something runs in the background, the person is asked first; a second time they are not. */
  readonly onAskToLeave: () => void;
  /** A key that does something beside the prompt. False: there is nothing to do it to, and the key edits the prompt. */
  readonly onAction: (action: TerminalAction) => boolean;
  /** Esc twice, on an empty prompt, while nothing is at work. */
  readonly onRewind: () => void;
  /** Esc while nothing runs and nothing is typed. True: it has ended something, and means no more than that. */
  readonly onEscape: () => boolean;
  /** A key came: the text being typed may have changed. */
  readonly onTyped: () => void;
  /** Esc closes the rows below the log. */
  readonly onClosePanel: () => void;
  readonly onKeyList: () => void;
  /** A text that belongs to an answer is changed in the person's editor. */
  readonly onEdit: (text: string, done: (text: string) => void) => void;
  readonly onWhy: (inquiry: Inquiry) => void;
  readonly onWhole: (inquiry: Inquiry) => void;
  readonly onOpen: (inquiry: UrlInquiry) => void;
  readonly onFresh: (plan: string) => void;
  readonly hasAuto: () => boolean;
  readonly hasBrowser: () => boolean;
  readonly onAnswered: (inquiry: Inquiry, given: Given) => void;
  readonly onWithdrawn: (inquiry: Inquiry) => void;
  readonly cannotShow: (inquiry: Inquiry) => string | undefined;
  /** What is put into the prompt in place of a pasted text. Undefined: the text itself. */
  readonly mentionOf: (pasted: string) => string | undefined;
  /** What is sent in place of a pasted text. Undefined: the text itself. */
  readonly keepPaste: (text: string) => string | undefined;
  /** The terminal is gone. */
  readonly onLost: () => void;
  /** The menu for the text being typed, if any. */
  readonly menuFor: (text: string) => Menu | undefined;
  /** @param now for what counts seconds. Default: the time */
  readonly state: (now?: number) => FrontState;
}

/** What the footer shows next to the prompt. */
export interface FrontState {
  readonly live: readonly LiveCall[];
  /** What the model does while nothing else can be seen of it, and since when. */
  readonly activity: ((style: Style, width: number) => string | undefined) | undefined;
  readonly waiting: readonly WaitingMessage[];
  /** What the user has stopped and has to wait for. Undefined: nothing. */
  readonly stopping: string | undefined;
  /** What the command of the setting "statusLine" has printed. */
  readonly statusLine: string | undefined;
  readonly status: Omit<Status, 'hint' | 'waitingInquiries' | 'runningCalls'>;
  /** A prompt is being processed. */
  readonly isWorking: boolean;
  /** A session is there, and no other one is about to take its place. */
  readonly isOpen: boolean;
  /** The key that lets all edits through, on the card of one: `Shift-Tab: accept edits`. Default: there is none. */
  readonly editHint?: string | undefined;
  /** Of agents in the background. */
  readonly agents: Panel | undefined;
  /** The model's list of steps. */
  readonly steps: Panel | undefined;
  /** Rows below the log that Esc closes. */
  readonly panel: Panel | undefined;
}
