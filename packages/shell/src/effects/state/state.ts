import type { WordPart } from '../../tree.ts';
import type { ListedWords } from '../analysis.ts';
import type { Item } from '../item/item.ts';

/** What is known at a point of a script before it runs. Immutable. */
export interface State {
  /** Every directory in which it may be there; undefined: any; none: the point is never reached. */
  readonly places: readonly string[] | undefined;
  /** Every directory to which `popd` may go; undefined: any. */
  readonly pushed: readonly string[] | undefined;
  /** Every directory to which `cd -` may go; undefined: any. */
  readonly previous: readonly string[] | undefined;
  /** Variables whose values are known, with every value that they may have. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
  /** Values that variables may have besides, for what denies or asks. See `withGuesses`. */
  readonly guesses: ReadonlyMap<string, readonly string[]>;
  /** Variables that hold one match of a pattern. */
  readonly matches: ReadonlyMap<string, Item>;
  /** The words of the last plain assignments, where nothing but such assignments sets a variable. */
  readonly latest: ReadonlyMap<string, readonly WordPart[]>;
  /** `$@`; undefined: not known. */
  readonly parameters: readonly Item[] | undefined;
  /** Variables that hold no pattern and no blank, whatever their values. */
  readonly plain: ReadonlySet<string>;
  /** What standard input holds, where the script itself writes it: by a pipe or a here-document. */
  readonly input: GivenText | undefined;
  /** Functions that the script has defined for certain, and whether a call of one may leave the directory. */
  readonly defined: ReadonlyMap<string, 'stays' | 'moves'>;
  /** What changes here ends with a subshell. */
  readonly isSubshell: boolean;
}

/** What is known after a command, by its status. */
export interface Outcome {
  readonly success: State;
  readonly failure: State;
}

/** More are not followed, so that a join stays cheap. */
const MAX_VARIABLES = 50;

/** As many directories are kept where it isn't known in which the script is. */
export const MAX_PLACES = 8;

export function either(state: State): Outcome {
  return { success: state, failure: state };
}

export function isNever(state: State): boolean {
  return state.places?.length === 0;
}

export function directoryOf(state: State): string | undefined {
  return state.places?.length === 1 ? state.places[0] : undefined;
}

export function inPlace(state: State, directory: string | undefined): State {
  if (directory !== undefined) return { ...state, places: [directory] };
  return { ...state, places: undefined, pushed: undefined, previous: undefined };
}

/** After a `cd`, `pushd` or `popd` from there. */
export function goneFrom(before: State, after: State, isPushed: boolean): State {
  const { pushed, places } = before;
  return { ...after, previous: places, pushed: isPushed ? allOf(pushed, places) : after.pushed };
}

function allOf(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): readonly string[] | undefined {
  const all = [...new Set([...(left ?? []), ...(right ?? [])])];
  return left !== undefined && right !== undefined && all.length <= MAX_PLACES ? all : undefined;
}

export function inSubshell(state: State): State {
  return state.isSubshell ? state : { ...state, isSubshell: true };
}

export function withVariable(state: State, name: string, values: readonly string[]): State {
  if (state.variables.size >= MAX_VARIABLES) return state;
  return { ...state, variables: new Map(state.variables).set(name, values) };
}

export function withMatch(state: State, name: string, match: Item): State {
  if (state.matches.size >= MAX_VARIABLES) return state;
  return { ...state, matches: new Map(state.matches).set(name, match) };
}

/** What holds where either of two ways may have been taken. */
export function joined(left: State, right: State): State {
  if (left === right || isNever(right)) return left;
  if (isNever(left)) return right;
  const places = allOf(left.places, right.places);
  const pushed = allOf(left.pushed, right.pushed);
  const previous = allOf(left.previous, right.previous);
  const variables = inBoth(left.variables, right.variables);
  const matches = inBoth(left.matches, right.matches);
  const latest = inBoth(left.latest, right.latest);
  const defined = inBoth(left.defined, right.defined);
  const plain = new Set([...left.plain].filter((name) => right.plain.has(name)));
  const guesses = inEither(left.guesses, right.guesses);
  return { ...left, places, pushed, previous, variables, guesses, matches, latest, plain, defined };
}

function inEither(left: State['guesses'], right: State['guesses']): State['guesses'] {
  if (left === right) return left;
  const all = new Map(left);
  for (const [name, values] of right) all.set(name, [...new Set([...(all.get(name) ?? []), ...values])]);
  return all;
}

function inBoth<Value>(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  if (left === right) return left;
  return new Map([...left].filter(([name, value]) => right.get(name) === value));
}

export function ended(outcome: Outcome): State {
  return joined(outcome.success, outcome.failure);
}

/** Text that one command gives to another; `${_}` is in it for what is not known. */
export interface GivenText {
  readonly text: string;
  readonly isKnown: boolean;
  /** What isn't known of it is what `listed` says. */
  readonly isBounded?: boolean | undefined;
  /** What a search lists, or words that name files, one a line. */
  readonly listed?: readonly Item[] | undefined;
  /** It is what `listed` says and nothing else, each name as it is and followed by a line feed, or by the character 0. */
  readonly ends?: 'line' | 'zero' | undefined;
  /** What happens to the names where a command takes words from them; undefined: something else than names. See `FileEffect`. */
  readonly areWords?: ListedWords | undefined;
  /** No word of it begins with a dash, whatever it is. Default false. */
  readonly hasNoDash?: boolean | undefined;
  /** What a loop goes through, or a pipe gives, around a command whose own redirection this is. */
  readonly around?: GivenText | undefined;
}
