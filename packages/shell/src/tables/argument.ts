/**
 * A word of a command as far as it is known: all of it, what it begins with, or nothing. Undefined may become nothing,
 * one word, or several, of any form.
 */
export type Argument = string | PartialArgument | undefined;

/** `src/*.ts`, `"$file"`, `pre-{a,b}`. */
export interface PartialArgument {
  /** What each word that it becomes begins with. May be empty. */
  readonly prefix: string;
  /** Exactly one word; otherwise at least one. */
  readonly isOne: boolean;
}
