import type { ContentBlock } from '../tool/content.ts';
import type { InputDisplay } from '../display/display-input.ts';
import type { JsonObject } from '../tool/json.ts';
import type { PermissionRule } from './rule.ts';
import type { PermissionUpdate, UpdateDestination } from './update.ts';

/** What a person or a leading agent is asked. */
export interface PermissionRequest {
  readonly requestId: string;
  readonly callId: string;
  readonly toolName: string;
  /** As decided: the input that would run. */
  readonly input: unknown;
  /** The input as every front end shows it to a person. */
  readonly display: InputDisplay;
  /** For a person, as is `reason`: one line with nothing hidden in it. */
  readonly summary: string;
  readonly reason: string;
  /** What wants it asked: nothing in particular (`default`), or a demand that no answer's rule can lift. */
  readonly askedBy: 'default' | 'rule' | 'safety' | 'tool' | 'hook';
  /** The rule that wants it asked. */
  readonly matchedRule: PermissionRule | undefined;
  readonly blockedPath: string | undefined;
  /** The rules that an answer with `always` would save: exactly these. Empty: this once only, as where `display` warns. */
  readonly suggestedRules: readonly string[];
  /** Where they would be saved. */
  readonly suggestedDestination: UpdateDestination;
  readonly risk: 'low' | 'medium' | 'high';
  readonly agentChain: readonly string[];
}

export type PermissionAnswer = (
  | {
      readonly behavior: 'allow';
      /** Validated, and decided anew, before it runs. */
      readonly updatedInput?: JsonObject;
      /** Saves the suggested rules. */
      readonly always?: boolean;
      /** Changes beyond that: another mode, a directory. */
      readonly updates?: readonly PermissionUpdate[];
      /** For the model, after the result. */
      readonly feedback?: string | readonly ContentBlock[];
      /** The hook that answers in the person's stead, by its name. It may where `askedBy` is `default`; else the call is refused. */
      readonly hook?: string;
    }
  | {
      readonly behavior: 'deny';
      /** Without feedback, declining ends the turn: waiting siblings are cancelled. */
      readonly feedback?: string | readonly ContentBlock[];
      readonly endsTurn?: boolean;
      /** The hook that answers in the person's stead: the model is not told that a person declined, and the turn goes on. */
      readonly hook?: string;
    }
  /** Nobody can answer after all: refused as if nobody could have been asked. */
  | { readonly behavior: 'unavailable'; readonly reason: string }
) & {
  /** A hook beside the person wants the loop to end after this message, whatever the answer is. */
  readonly stop?: { readonly reason: string };
};

/** The queue of open asks: any front end implements it. The first answer counts; later ones are ignored. */
export interface Asker {
  push(request: PermissionRequest, answer: (answer: PermissionAnswer) => void): void;
  /** The ask was settled elsewhere or withdrawn. */
  remove(requestId: string): void;
  update(request: PermissionRequest): void;
}
