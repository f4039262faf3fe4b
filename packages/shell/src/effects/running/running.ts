import type { ListedWords } from '../analysis.ts';
import type { Item } from '../item/item.ts';

/** A command inside the arguments of another. */
export type Inner =
  /** The words of one command. */
  | {
      readonly kind: 'words';
      readonly items: readonly Item[];
      /** It only tells what the command does to files: rules about programs don't see it. Default false. */
      readonly isStandIn?: true;
    }
  /** The command itself, said in fewer words: a second way for rules to see it. */
  | { readonly kind: 'itself'; readonly items: readonly Item[] }
  | InnerScript;

/** The text of a script; `${_}` is in it for what is not known. */
export interface InnerScript {
  readonly kind: 'script';
  readonly text: string;
  readonly isKnown: boolean;
  /** `$0`, `$1`, …; undefined: not known. */
  readonly parameters?: readonly Item[];
  /** Words are added to it that may name files and aren't known. Default false. */
  readonly isGivenNames?: boolean;
}

/** How a command runs others. */
export interface Running {
  /** What a person calls it. */
  readonly name: string;
  readonly inner: readonly Inner[];
  /** How an allow rule with a wildcard sees it: as written, not at all, or as the first inner command. */
  readonly allow: 'as-written' | 'hidden' | 'inner';
  /** It does nothing but run what is inside. */
  readonly isTransparent: boolean;
  readonly staysHere: boolean;
  /** Where it runs them, if it does not stay: a directory. Default: not known. */
  readonly goesTo?: Item | undefined;
  /** What it adds to the words isn't from its input. */
  readonly readsElsewhere?: boolean;
  /** How names of a list become words: see `GivenText`. */
  readonly takesNames?: ((ends: 'line' | 'zero') => ListedWords | undefined) | undefined;
  /** What it finds, and adds to the words. */
  readonly found?: readonly Item[];
  /** Its own words without those of what it runs, which say what it does itself. */
  readonly remainder?: readonly Item[];
}
