import type { SimpleCommand, Word } from '../../tree.ts';
import { placesStartUpFile } from '../../tables/start-up-files.ts';
import { valueOf, type Lookup } from '../item/items-of.ts';
import { builtinCall, isDeclaration } from './shell-builtins.ts';
import { directoryOf, type State } from './state.ts';
import { mayExpand, type Shell } from './walk.ts';

/** More values of one variable are not tried. */
const MAX_VALUES = 4;

/**
 * What variables may hold that the script sets in ways that are not followed exactly: `export x=~`, a second assignment, one
 * of several branches. A command is looked at with such values too, for what denies or asks; they allow nothing.
 */
export function withGuesses(shell: Shell, state: State, command: SimpleCommand): State {
  const lookup = guessing(shell, state);
  const given = new Map<string, string | undefined>();
  for (const { name, value, isAppend, index } of command.words.length === 0 ? command.assignments : []) {
    if (isAppend || index !== undefined) continue;
    given.set(name, 'parts' in value ? valueOf(value, lookup) : undefined);
  }
  const { name: builtin, operands } = builtinCall(command.words);
  for (const word of builtin !== undefined && isDeclaration(builtin) ? operands : []) {
    const [, name, value] = /^(\w+)=([^]*)$/u.exec(valueOf(word, lookup) ?? '') ?? [];
    if (name !== undefined) given.set(name, value);
  }
  if (given.size === 0) return state;
  const latest = new Map(state.latest);
  for (const name of given.keys()) latest.delete(name);
  if (builtin === undefined)
    for (const { name, value, isAppend, index } of command.assignments)
      if ('parts' in value && !isAppend && index === undefined) latest.set(name, value.parts);
  const guesses = new Map(state.guesses);
  for (const [name, value] of given) {
    if (value === undefined) guesses.delete(name);
    else guesses.set(name, [value]);
  }
  return { ...state, guesses, latest };
}

/** What a command's own environment says: `x=~ bash -c 'rm -rf $x'`, `env GIT_WORK_TREE=~ git clean`. */
export function withEnvironment(shell: Shell, state: State, { assignments, words }: SimpleCommand): State {
  if (words.length === 0) return state;
  const lookup = guessing(shell, state);
  const guesses = new Map(state.guesses);
  for (const { name, value, isAppend, index } of assignments) {
    const known = 'parts' in value && !isAppend && index === undefined ? valueOf(value, lookup) : undefined;
    if (known !== undefined) guesses.set(name, [known]);
  }
  for (const word of words) {
    const [first] = word.parts;
    const name = first?.type === 'literal' ? /^(\w+)=/u.exec(first.value)?.[1] : undefined;
    if (name === undefined || (name !== 'GIT_WORK_TREE' && !placesStartUpFile(name))) continue;
    const known = valueOf(word, lookup)?.slice(name.length + 1);
    // `env` leaves a tilde as it is, and bash does not.
    if (known !== undefined)
      guesses.set(name, [known.replace(/^~(?=\/|$)/u, shell.walk.context.home ?? '~')]);
  }
  return { ...state, guesses };
}

/** Further ways to look at these words, where variables in them have no known value. */
export function guessedLookups(
  shell: Shell,
  state: State,
  words: readonly Word[],
  [base]: readonly Lookup[],
): readonly Lookup[] {
  if (base === undefined) return [];
  const open = words
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'parameter' && base.variable(part.name) === undefined ? part.name : []))
    .flatMap((name) => state.guesses.get(name)?.length ?? []);
  if (open.length === 0) return [];
  return Array.from({ length: Math.min(MAX_VALUES, Math.max(...open)) }, (_, turn) =>
    guessing(shell, state, base, turn),
  );
}

function guessing({ walk }: Shell, state: State, base?: Lookup, turn = 0): Lookup {
  const places: Readonly<Record<string, string | undefined>> = {
    HOME: walk.context.home,
    PWD: directoryOf(state),
  };
  return {
    home: walk.context.home,
    variable: (name) => {
      const values = state.guesses.get(name) ?? state.variables.get(name) ?? [];
      const known = base?.variable(name);
      if (known !== undefined) return known;
      const guess =
        values[turn % Math.max(1, values.length)] ?? (Object.hasOwn(places, name) ? places[name] : undefined);
      return guess !== undefined && mayExpand(walk, guess.length) ? guess : undefined;
    },
    splitsAtBlanks: true,
    match: () => undefined,
    printed: () => undefined,
    parameters: state.parameters,
    isNumber: () => false,
    isPlain: () => false,
  };
}
