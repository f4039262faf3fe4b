import type { Spanned } from '../../tree.ts';
import type { Emptied } from './emptied-files.ts';
import type { Item } from '../item/item.ts';
import type { State } from '../state/state.ts';
import type { GivenText } from '../state/state.ts';
import type { RedirectionEffects } from '../path/redirection-effects.ts';

/** A command as it would be run, with everything around its words. */
export interface Call {
  /** Its arguments, in each of the ways that variables allow. */
  readonly variants: readonly (readonly Item[])[];
  /** `NAME=value` before it. */
  readonly assignments: readonly {
    readonly text: string;
    readonly isSafe: boolean;
    /** It adds programs of the project to the search path. */
    readonly addsPrograms: boolean;
  }[];
  /** Why its words do more than they should. */
  readonly hazard: string | undefined;
  /** Why its assignments are more than reading. */
  readonly sets: string | undefined;
  readonly redirections: RedirectionEffects;
  /** What its redirections write over. */
  readonly overwritten: Emptied;
  /** The text that is its standard input, where the line gives it. */
  readonly input: GivenText | undefined;
  /** What the process substitutions among its words print. */
  readonly substituted: GivenText | undefined;
  /** What the command substitutions among its words print. */
  readonly evaluated: GivenText | undefined;
  readonly source: string;
  readonly span: Spanned;
  readonly state: State;
  readonly isNested: boolean;
  /** The shell has expanded its words; otherwise they are a part of another command's. */
  readonly isExpanded: boolean;
  /** A variable before it names a file that a shell runs first. */
  readonly isStartedElsewhere: boolean;
  /** It only adds programs of the project to the search path: what they do is a matter of the commands that run them. Default false. */
  readonly addsPrograms?: boolean;
  /** See `Inner`. */
  readonly isStandIn?: true | undefined;
  /** What it puts into arrays. */
  readonly elements: readonly Item[];
  /** Offset behind its last word; undefined: its words are a part of another command's. */
  readonly end: number | undefined;
}
