import { textOfPieces } from '../../globs/glob-piece.ts';
import type { Word } from '../../tree.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { resolvePath } from '../path/path-effects.ts';
import { leftWhenEmpty } from './left-when-empty.ts';
import { standpointOf } from './standpoint.ts';
import { directoryOf, MAX_PLACES, type State } from './state.ts';
import type { Shell } from './walk.ts';

/** Where a `cd`, `pushd` or `popd` goes; undefined for all other commands, `target` undefined where it isn't known. */
export function directoryChange(
  items: readonly Item[],
  shell: Shell,
  state: State,
): { readonly target: string | undefined; readonly item: Item | undefined } | undefined {
  const name = textOf(items[0]);
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return undefined;
  const unknown = { target: undefined, item: undefined };
  if (!shell.facts.isDirectoryKnown) return unknown;
  const back = placeBehind(items.map(textOf), shell, state);
  if (back !== undefined) return { target: back, item: { ...addedItem(back), written: name } };
  if (name === 'popd') return unknown;
  let operands = items.slice(1);
  while (name === 'cd' && textOf(operands[0]) === '-L') operands = operands.slice(1);
  const hasSeparator = textOf(operands[0]) === '--';
  if (hasSeparator) operands = operands.slice(1);
  const [item] = operands;
  if (operands.length > 1) return unknown;
  if (item === undefined) {
    const { facts, walk } = shell;
    const isFree = facts.areVariablesKnown && !facts.assignments.has('HOME');
    const isGoing = name === 'cd' && (isFree || walk.context.isHomeSet === true);
    return isGoing ? { target: walk.context.home, item: undefined } : unknown;
  }
  const text = textOf(item);
  if (text === undefined || text === '-' || (!hasSeparator && /^[-+]/u.test(text))) return unknown;
  const target = resolvePath(text, directoryOf(state));
  // If `mktemp` failed, `cd ""` stays where it is.
  if (mayBeElsewhere(text, shell) || (target !== undefined && shell.walk.fresh.has(target))) return unknown;
  return { target, item };
}

/** Where `popd` and `cd -` go, if the line itself has come from there. */
function placeBehind(
  [name, ...operands]: readonly (string | undefined)[],
  { facts, bindings }: Shell,
  { pushed, previous }: State,
): string | undefined {
  const isBack = name === 'cd' && operands.length === 1 && operands[0] === '-';
  if (!isBack && (name !== 'popd' || operands.length > 0)) return undefined;
  const variable = isBack ? 'OLDPWD' : 'DIRSTACK';
  const isSet =
    !facts.areVariablesKnown ||
    facts.assignments.has(variable) ||
    bindings.some((one) => one.of(variable).length > 0);
  const found = isBack ? previous : pushed;
  return isSet || found?.length !== 1 ? undefined : found[0];
}

/** CDPATH is where `cd` looks for what doesn't say where it is; a shell has it from those that run it, too. */
function mayBeElsewhere(path: string, { facts, bindings }: Shell): boolean {
  const isSet = facts.assignments.has('CDPATH') || bindings.some((one) => one.of('CDPATH').length > 0);
  return isSet && !/^\.{1,2}(?:\/|$)|^\//u.test(path);
}

/** Where a `cd` to a pattern may go: to what matches it now. Undefined: it is not a pattern, or what matches can't be known. */
export function placesOfPattern(
  items: readonly Item[],
  shell: Shell,
  state: State,
): readonly string[] | undefined {
  const item = items.slice(1).find((one) => one.isGlob);
  if (item === undefined || !shell.facts.isDirectoryKnown) return undefined;
  if (item.globs.some((pieces) => mayBeElsewhere(textOfPieces(pieces), shell))) return undefined;
  const { expand } = standpointOf(shell, state);
  const found = item.globs.map((pieces) => expand(pieces)?.matches);
  if (found.length === 0 || found.includes(undefined)) return undefined;
  const matches = found.flatMap((one) => one ?? []);
  // Shells other than bash go to the first of several.
  return matches.length > MAX_PLACES ? undefined : matches.map(({ path }) => path);
}

/** Where a `cd` to a place that isn't known may go: `/` for `"$x/"`, the home directory for `$x`, and from there on. */
export function addEmptied(shell: Shell, words: readonly Word[], state: State): void {
  const { walk, source } = shell;
  for (const word of words.slice(1)) {
    const { literal, parts } = word;
    const [only] = parts;
    const isBare = parts.length === 1 && only?.type === 'parameter' && source[word.start] === '$';
    const path = leftWhenEmpty(word, shell) ?? (isBare ? walk.context.home : undefined);
    if (path !== undefined) walk.emptied.add(path);
    if (literal === undefined || literal.startsWith('-') || state.places !== undefined) continue;
    for (const place of [...walk.emptied].slice(0, MAX_PLACES))
      walk.emptied.add(resolvePath(literal, place) ?? place);
  }
}
