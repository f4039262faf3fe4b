/**
 * What is known of a command's word: all of it, its beginning, or nothing. Undefined may become nothing, one word, or
 * several, of any form.
 */
export type Argument = string | PartialArgument | undefined;

/** `src/*.ts`, `"$file"`, `pre-{a,b}`. */
export interface PartialArgument {
  /** What each word that it becomes begins with. May be empty. */
  readonly prefix: string;
  /** Exactly one word; otherwise at least one. */
  readonly isOne: boolean;
  /** None of the words is an option, although their beginning isn't known. Default false. */
  readonly isNoOption?: boolean;
  /** What each of the words ends with, from its last dot on: `.ts`. Default: not known. */
  readonly ending?: string | undefined;
}
