import type { JsonValue } from '@sluice/core';

/** One thing that a person is asked, of the questions of a call or of the fields of a form. */
export interface Question {
  readonly key: string;
  readonly text: string;
  readonly choices: readonly { readonly label: string; readonly detail: string; readonly value: JsonValue }[];
  readonly isMultiple: boolean;
  readonly isRequired: boolean;
  /** Reads what was typed. Undefined: nothing may be typed. */
  readonly parse: ((text: string) => ParsedAnswer) | undefined;
  /** The answer that the marked choices make, where several may be marked. */
  readonly combine: (chosen: Question['choices']) => JsonValue;
  /** Whether so many choices may be marked. */
  readonly takes: (count: number) => boolean;
  /** What is answered if it is left out, as a person reads it. */
  readonly preset: string | undefined;
}

export type ParsedAnswer =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };
