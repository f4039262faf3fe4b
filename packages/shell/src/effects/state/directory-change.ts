import { textOfPieces } from '../../globs/glob-piece.ts';
import { textOf, type Item } from '../item/item.ts';
import { resolvePath } from '../path/path-effects.ts';
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
  if (name === 'popd' || !shell.facts.isDirectoryKnown) return unknown;
  let operands = items.slice(1);
  while (name === 'cd' && textOf(operands[0]) === '-L') operands = operands.slice(1);
  const hasSeparator = textOf(operands[0]) === '--';
  if (hasSeparator) operands = operands.slice(1);
  const [item] = operands;
  if (operands.length > 1) return unknown;
  if (item === undefined) {
    const isFree = shell.facts.areVariablesKnown && !shell.facts.assignments.has('HOME');
    return name === 'cd' && isFree ? { target: shell.walk.context.home, item: undefined } : unknown;
  }
  const text = textOf(item);
  if (text === undefined || text === '-' || (!hasSeparator && /^[-+]/u.test(text))) return unknown;
  return mayBeElsewhere(text, shell) ? unknown : { target: resolvePath(text, directoryOf(state)), item };
}

/** CDPATH is where `cd` looks for what doesn't say where it is. */
function mayBeElsewhere(path: string, { facts }: Shell): boolean {
  return facts.assignments.has('CDPATH') && !/^\.{0,2}\//u.test(path);
}

/** Where a `cd` to a pattern may go: to what matches it now. Undefined: it is no pattern, or what matches can't be told. */
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
