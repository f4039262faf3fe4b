import type { ContentBlock } from '../data/content.ts';
import type { JsonObject } from '../data/json.ts';
import type { Inquiry } from './inquiry.ts';
import type { PermissionUpdate } from './update.ts';

interface Allow {
  readonly behavior: 'allow';
  /**
   * Of a call: its input, validated and decided again before it runs; answers to questions are in it. Of a form: its fields.
   */
  readonly updatedInput?: JsonObject;
  /** Saves the suggested rules. */
  readonly always?: boolean;
  /** Changes beyond that: another mode, a directory. */
  readonly updates?: readonly PermissionUpdate[];
  /** For the model, after the result. */
  readonly feedback?: string | readonly ContentBlock[];
  /** The hook that answers in the person's stead, by its name. It may where `askedBy` is `default`; else the call is refused. */
  readonly hook?: string;
  /** The automated check that answers in the person's stead, by its name. As for a hook. */
  readonly check?: string;
}

interface Deny {
  readonly behavior: 'deny';
  /** Without feedback, declining ends the turn: waiting siblings are cancelled. */
  readonly feedback?: string | readonly ContentBlock[];
  readonly endsTurn?: boolean;
  /** The hook that answers in the person's stead: the model is not told that a person declined, and the turn goes on. */
  readonly hook?: string;
  /** The automated check that answers in the person's stead. As for a hook. */
  readonly check?: string;
  /** The person didn't say no: they closed a form or a page without an answer. */
  readonly isDismissed?: boolean;
}

/** No one can answer after all: refused as if there were no one to ask. */
interface Unavailable {
  readonly behavior: 'unavailable';
  readonly reason: string;
}

interface Stop {
  /** A hook beside the person wants the loop to end after this message, whatever the answer is. */
  readonly stop?: { readonly reason: string };
}

type CallAnswer = (Allow | Omit<Deny, 'isDismissed'>) & Stop;
type YesOrNo = Pick<Allow, 'behavior'> | Pick<Deny, 'behavior'>;

/** What can answer each kind of inquiry, beside `unavailable`. */
interface AnswersByKind {
  readonly permission: CallAnswer;
  readonly questions: CallAnswer;
  readonly plan: CallAnswer;
  readonly form: Pick<Allow, 'behavior' | 'updatedInput'> | Pick<Deny, 'behavior' | 'isDismissed'>;
  readonly url: Pick<Allow, 'behavior'> | Pick<Deny, 'behavior' | 'isDismissed'>;
  readonly trust: YesOrNo;
  readonly confirm: YesOrNo;
}

/** The answer to an inquiry of one kind. Each is an `InquiryAnswer`. */
export type AnswerTo<Kind extends Inquiry['kind']> = AnswersByKind[Kind] | Unavailable;

/** The answer to an inquiry of any kind. What a kind doesn't use is ignored. */
export type InquiryAnswer = (Allow | Deny | Unavailable) & Stop;
