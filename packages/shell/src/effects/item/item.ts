import type { GlobPiece } from '../../globs/glob-piece.ts';
import type { ListedWords } from '../analysis.ts';
import type { Argument } from '../../tables/argument.ts';

/** One argument of a command, with what rules and messages need to know of the word behind it. */
export interface Item {
  readonly value: Argument;
  /** The word as in the source; empty for all but the first of the arguments that one word becomes. */
  readonly written: string;
  /** The word itself says it, by quotes and escapes at most. */
  readonly isLiteral: boolean;
  /** All that is unknown of it is a pattern, which stays in its directory. */
  readonly isGlob: boolean;
  /** Of a pattern: how many levels below the directory in which it begins its matches lie. 0: none is a symbolic link. */
  readonly levels: number;
  /** It is what a search finds below the place. */
  readonly search?: Search;
  /** The patterns that the word becomes, where all of it is known but for what they match. */
  readonly globs: readonly (readonly GlobPiece[])[];
  /** Of a name that is made from the match of a pattern, `"${f%.ts}.js"`: those patterns. Default: `globs`. */
  readonly madeFrom?: Item['globs'];
  /**
   * What the shell looks up for this word: `patterns` of the word itself, a pattern in a place that is not known
   * (`elsewhere`), what the value of a variable or the output of a command may turn out to be (`values`), or nothing.
   */
  readonly lookup: 'nothing' | 'patterns' | 'elsewhere' | 'values';
  /** Text with `${_}` for what is not known; undefined where nothing is known. */
  readonly approximation: string | undefined;
  /** For git, a revision that names objects which other commands of git print. See `asRevision`. */
  readonly revision?: string | undefined;
  /** Offset behind the word in the source; undefined where nothing can be inserted. */
  readonly end: number | undefined;
}

export interface Search {
  /** Only certain names. */
  readonly isSome: boolean;
  /** Also what lies beneath symbolic links. */
  readonly followsLinks: boolean;
  /** Only names that end so. Default: all. */
  readonly endings?: readonly string[] | undefined;
  /** Only directories. Default false. */
  readonly isOfDirectories?: boolean;
  /** The place is where it leads, if it is a symbolic link. */
  readonly entersLink: boolean;
  /** Of files that git tracks, the names that it prints. Default: those that are there. */
  readonly isTracked?: boolean;
  /** See `FileEffect`. */
  readonly areWords?: ListedWords;
  /** Where it is printed, three characters stand before each name, as `git status --short` has them. */
  readonly hasStatus?: boolean;
}

/** An argument that stands nowhere in the source. */
export function addedItem(value: Argument): Item {
  return {
    value,
    written: '',
    isLiteral: false,
    isGlob: false,
    levels: 1,
    globs: [],
    lookup: 'nothing',
    approximation: undefined,
    end: undefined,
  };
}

export function argumentsOf(items: readonly Item[]): readonly Argument[] {
  return items.map(({ value }) => value);
}

export function textOf(item: Item | undefined): string | undefined {
  return typeof item?.value === 'string' ? item.value : undefined;
}
