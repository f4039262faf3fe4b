import type { Word } from '../../tree.ts';
import type { Lookup } from '../item/items-of.ts';
import { printedPlace } from './printed-place.ts';
import { directoryOf, type State } from './state.ts';
import { mayExpand, type Shell, type Walk } from './walk.ts';

/** Values of loop variables are tried one by one up to here. */
const MOST = 20;

/** Characters that variables add to the words of one command. */
const MAX_EXPANDED = 10_000;

/** What variables stand for in these words: once, or once for each value that loops give them. */
export function lookupsFor(shell: Shell, state: State, words: readonly Word[]): readonly Lookup[] {
  const { facts, walk } = shell;
  const isFree = (name: string): boolean => facts.areVariablesKnown && !facts.assignments.has(name);
  const home = isFree('HOME') ? walk.context.home : undefined;
  const fixed = (name: string): string | undefined => {
    if (name === 'HOME') return home;
    if (name === 'PWD') return isFree('PWD') ? directoryOf(state) : undefined;
    const values = state.variables.get(name);
    return values?.length === 1 ? values[0] : undefined;
  };
  const splitsAtBlanks = isFree('IFS');
  const chosen = choices(state, words);
  return chosen.map((values) => ({
    home,
    variable: limited(walk, (name) => values.get(name) ?? fixed(name)),
    splitsAtBlanks,
    printed: (script) => printedPlace(shell, state, script),
    parameters: state.parameters,
    match: (name) => state.matches.get(name),
    isNumber: (name) => facts.areVariablesKnown && facts.numbers.has(name),
    isPlain: (name) => isPlain(shell, state, name),
  }));
}

/** Values that are doubled by each assignment would make the work exponential: beyond the limit they are not known. */
function limited(walk: Walk, valueOf: Lookup['variable']): Lookup['variable'] {
  let left = MAX_EXPANDED;
  return (name) => {
    const value = valueOf(name);
    if (value === undefined) return undefined;
    left -= value.length;
    return left >= 0 && mayExpand(walk, value.length) ? value : undefined;
  };
}

/** What the user's environment says, and known texts, are no patterns; what is read or found may be one. */
function isPlain({ facts }: Shell, state: State, name: string): boolean {
  if (!facts.areVariablesKnown) return false;
  const values = state.variables.get(name);
  if (values !== undefined) return values.every((value) => !/[*?[\\]/u.test(value));
  if (facts.numbers.has(name)) return true;
  return state.plain.has(name) || (!/^[@*\d]/u.test(name) && !facts.assignments.has(name));
}

function choices(state: State, words: readonly Word[]): readonly ReadonlyMap<string, string>[] {
  let chosen: readonly ReadonlyMap<string, string>[] = [new Map()];
  const seen = new Set<string>();
  for (const { parts } of words) {
    for (const part of parts) {
      if (part.type !== 'parameter' || seen.has(part.name)) continue;
      const values = state.variables.get(part.name);
      if (values === undefined || values.length < 2 || chosen.length * values.length > MOST) continue;
      seen.add(part.name);
      chosen = chosen.flatMap((one) => values.map((value) => new Map(one).set(part.name, value)));
    }
  }
  return chosen;
}
