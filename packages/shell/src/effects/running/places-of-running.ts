import { textOf } from '../item/item.ts';
import { resolvePath } from '../path/path-effects.ts';
import type { State } from '../state/state.ts';
import type { Running } from './running.ts';

/** Where a command runs others, of each of the places where it may run itself; undefined: not known. */
export function placesOfRunning({ staysHere, goesTo }: Running, { places }: State): State['places'] {
  if (staysHere) return places;
  const directory = textOf(goesTo);
  if (directory === undefined || places === undefined) return undefined;
  const found = places.map((place) => resolvePath(directory, place));
  return found.every((path) => path !== undefined) ? found : undefined;
}
