import type { ContentBlock } from '../../data/content.ts';
import type { JsonObject } from '../../data/json.ts';
import type { Inquiry } from './inquiry.ts';
import type { PermissionUpdate } from '../context/update.ts';

interface Allow {
  readonly behavior: 'allow';
  /** For a call: its input, validated and decided again before it runs; it contains answers to questions. For a form: its fields. */
  readonly updatedInput?: JsonObject;
  /** The model is told how `updatedInput` differs from the input that it wrote. Default false. Of a hook or check, it never is. */
  readonly tellsModel?: boolean;
  /** Saves the suggested rules. */
  readonly always?: boolean;
  /** Further changes: another mode, a directory. */
  readonly updates?: readonly PermissionUpdate[];
  /** For the model, after the result. */
  readonly feedback?: string | readonly ContentBlock[];
  /** Name of the hook that answers in place of the person. Permitted if `askedBy` is `default`; else the call is denied. */
  readonly hook?: string;
  /** Name of the automated check that answers in place of the person. As for a hook. */
  readonly check?: string;
}

interface Deny {
  readonly behavior: 'deny';
  /** Declining without feedback ends the turn: waiting siblings are canceled. */
  readonly feedback?: string | readonly ContentBlock[];
  readonly endsTurn?: boolean;
  /** The hook that answers in place of the person: the model is not told that a person declined, and the turn continues. */
  readonly hook?: string;
  /** The automated check that answers in place of the person. As for a hook. */
  readonly check?: string;
  /** The person didn't say no: they closed a form or a page without an answer. */
  readonly isDismissed?: boolean;
}

/** No one can answer after all: denied as if there were no one to ask. */
interface Unavailable {
  readonly behavior: 'unavailable';
  readonly reason: string;
}

interface Stop {
  /** A hook asked alongside the person wants the loop to end after this message, whatever the answer is. */
  readonly stop?: { readonly reason: string };
}

type CallAnswer = (Allow | Omit<Deny, 'isDismissed'>) & Stop;
type YesOrNo = Pick<Allow, 'behavior'> | Pick<Deny, 'behavior'>;

/** What can answer each kind of inquiry, in addition to `unavailable`. */
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

/** The answer to an inquiry of any kind. Fields that a kind doesn't use are ignored. */
export type InquiryAnswer = (Allow | Deny | Unavailable) & Stop;
