import type { FileEffect } from '../analysis.ts';
import type { Item } from '../item/item.ts';
import { lookupEffects } from '../path/path-effects.ts';
import { standpointOf } from './standpoint.ts';
import type { State } from './state.ts';
import type { Shell } from './walk.ts';

/** What the shell looks at to expand words, with what the values in them may make it look at. */
export function lookupsOf(shell: Shell, items: readonly Item[], state: State): readonly FileEffect[] {
  const found = lookupEffects(items, standpointOf(shell, state));
  const ofValues = items
    .filter(({ lookup }) => lookup === 'values')
    .map(({ written }): FileEffect => ({ access: 'list', path: undefined, isTree: true, written }));
  // Another shell starts with patterns on.
  if (shell.span === undefined) for (const one of ofValues) shell.walk.valueLookups.add(one);
  return [...found, ...ofValues];
}
