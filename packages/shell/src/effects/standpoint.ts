import type { Standpoint } from './path-effects.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell } from './walk.ts';

/** From where a command at this point of a script sees paths. */
export function standpointOf({ walk }: Shell, state: State): Standpoint {
  const directory = directoryOf(state);
  const start = walk.context.cwd;
  return { directory, start, isMoved: directory !== start };
}
