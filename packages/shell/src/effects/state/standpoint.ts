import { expandGlob, type GlobExpansion } from '../../globs/expand-glob.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell, Walk } from './walk.ts';

/** From where a command at this point of a script sees paths. */
export function standpointOf({ walk, facts }: Shell, state: State): Standpoint {
  const directory = directoryOf(state);
  const start = walk.context.cwd;
  return {
    directory,
    start,
    places: state.places,
    isReadIn: (name) => facts.readIn.has(name),
    isMoved: directory !== start,
    expand: (pieces) => (directory === undefined ? undefined : expanded(walk, pieces, directory)),
  };
}

/** Each pattern is looked up once. */
function expanded(
  { context, expansions }: Walk,
  pieces: Parameters<Standpoint['expand']>[0],
  directory: string,
): GlobExpansion | undefined {
  const { globFiles } = context;
  if (globFiles === undefined) return undefined;
  const key = JSON.stringify([directory, pieces]);
  const known = expansions.get(key);
  if (known !== undefined) return known === 'unknown' ? undefined : known;
  const found = expandGlob(pieces, directory, globFiles);
  expansions.set(key, found ?? 'unknown');
  return found;
}
