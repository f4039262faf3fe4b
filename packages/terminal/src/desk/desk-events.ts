import type { Inquiry, InquiryAnswer, UrlInquiry } from '@sluice/core';
import type { BatchRow } from './batch.ts';
import type { Option } from './option.ts';
import type { Progress } from './questionnaire.ts';

/** What a person has answered. */
export interface Given {
  readonly answer: InquiryAnswer;
  /** In a few words. */
  readonly said: string;
  readonly afterMs: number;
  /** All of what was asked about has been shown. */
  readonly hasSeenAll: boolean;
}

export interface DeskEvents {
  /** An inquiry was answered by the person. */
  readonly onAnswered: (inquiry: Inquiry, given: Given) => void;
  /** An inquiry was settled without the person. */
  readonly onWithdrawn: (inquiry: Inquiry) => void;
  readonly onWhy: (inquiry: Inquiry) => void;
  readonly onWhole: (inquiry: Inquiry) => void;
  /** The person wants an address to be opened in the browser. */
  readonly onOpen: (inquiry: UrlInquiry) => void;
  /** The person wants a plan carried out in a new conversation: this one has been answered with a no. */
  readonly onFresh: (plan: string) => void;
  /** Whether the session may change to auto mode. */
  readonly hasAuto: () => boolean;
  /** Whether a page can be opened in a browser. */
  readonly hasBrowser: () => boolean;
  /** A typed answer can't be used. */
  readonly onProblem: (message: string) => void;
  /** Calls back once the terminal has drawn the frame at hand: a card that is on its way must not be answered. Default: at once. */
  readonly whenDrawn?: ((done: () => void) => void) | undefined;
  readonly onChange: () => void;
  /** An answer is typed at the prompt, which begins with this text. */
  readonly onPrefill: (text: string) => void;
  /** A text is changed in the person's editor; `done` takes what it is then. */
  readonly onEdit: (text: string, done: (text: string) => void) => void;
  /** An inquiry of this kind can't be shown: the reason it is refused with. */
  readonly cannotShow: (inquiry: Inquiry) => string | undefined;
  readonly now: () => number;
  /** Milliseconds without a key after which questions are answered with what is selected. Undefined: they wait. */
  readonly questionTimeoutMs?: number | undefined;
}

/** The card that is shown. */
export interface Card {
  readonly inquiry: Inquiry;
  readonly options: readonly Option[];
  readonly progress: Progress;
  /** The marked option, if one is. */
  readonly marked: number | undefined;
  readonly hasFocus: boolean;
  /** It hears keys: it has had the focus for a moment. */
  readonly isArmed: boolean;
  /** A text for an answer is being typed at the prompt. */
  readonly isTyping: boolean;
  /** It began with a text of the card, which Esc takes away again. Default false. */
  readonly isPrefilled?: boolean | undefined;
  /** Its place among those that wait, from 1, and how many do. */
  readonly place: number;
  readonly count: number;
  /** Seconds until it is answered without the person. Undefined: that is not near. */
  readonly secondsLeft?: number | undefined;
  /** The calls that are answered together. Undefined: one is answered by itself. */
  readonly batch?: readonly BatchRow[] | undefined;
}
