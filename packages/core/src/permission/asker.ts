import type { ContentBlock } from '../tool/content.ts';
import type { JsonObject } from '../tool/json.ts';
import type { Inquiry } from './inquiry.ts';
import type { PermissionUpdate } from './update.ts';

/** The answer to an inquiry of any kind. */
export type PermissionAnswer = (
  | {
      readonly behavior: 'allow';
      /**
       * Of a call: its input, validated and decided anew before it runs; answers to questions are in it. Of a form: its fields.
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
  | {
      readonly behavior: 'deny';
      /** Without feedback, declining ends the turn: waiting siblings are cancelled. */
      readonly feedback?: string | readonly ContentBlock[];
      readonly endsTurn?: boolean;
      /** The hook that answers in the person's stead: the model is not told that a person declined, and the turn goes on. */
      readonly hook?: string;
      /** The automated check that answers in the person's stead. As for a hook. */
      readonly check?: string;
      /** Nobody said no: a form or a page was closed without an answer. */
      readonly isDismissed?: boolean;
    }
  /** Nobody can answer after all: refused as if nobody could have been asked. */
  | { readonly behavior: 'unavailable'; readonly reason: string }
) & {
  /** A hook beside the person wants the loop to end after this message, whatever the answer is. */
  readonly stop?: { readonly reason: string };
};

/**
 * The one way to ask: any front end implements it. The first answer counts; later ones are ignored. A front end that
 * can't show a kind of inquiry answers `unavailable` with a reason at once.
 */
export interface Asker {
  push(inquiry: Inquiry, answer: (answer: PermissionAnswer) => void): void;
  /** The ask was settled elsewhere or withdrawn. */
  remove(requestId: string): void;
  /** A waiting ask has changed: its reason, what it could save, or how many others of its message wait. */
  update(inquiry: Inquiry): void;
}
