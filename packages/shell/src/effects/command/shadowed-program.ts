import { searchPlaces } from '../path/search-places.ts';
import { textOf, type Item } from '../item/item.ts';
import { directoryOf, type State } from '../state/state.ts';
import type { Standpoint } from '../path/path-effects.ts';
import type { Shell } from '../state/walk.ts';

const OF_SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin'];

/** A virtual environment has its own, which run what they are given anyway. */
const OF_ENVIRONMENT = /^(?:python|pip)[\d.]*$/u;

/** Whether a program of the system is hidden by one of its name in a directory that the line puts into the search path. */
export function isShadowed(
  [first]: readonly Item[],
  { walk }: Shell,
  state: State,
  { isFile }: Standpoint,
): boolean {
  const name = textOf(first);
  const { source, context } = walk;
  if (name === undefined || name.includes('/') || name === '.' || OF_ENVIRONMENT.test(name)) return false;
  const isThere = (path: string): boolean => isFile(path) || context.realName?.(path) !== undefined;
  return (
    searchPlaces(source, name, directoryOf(state)).some(isThere) &&
    OF_SYSTEM.some((place) => isThere(`${place}/${name}`))
  );
}
