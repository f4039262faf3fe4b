import { expandGlob, type GlobExpansion } from '../../globs/expand-glob.ts';
import { parseCommand } from '../../parse/parse-command.ts';
import type { Word } from '../../tree.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { mayReachAnywhere } from './reach.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell, Walk } from './walk.ts';

/** From where a command at this point of a script sees paths. */
export function standpointOf({ walk, facts, bindings }: Shell, state: State): Standpoint {
  const directory = directoryOf(state);
  const start = walk.context.cwd;
  const kept = [walk.context.home, start, directory].filter((path) => path !== undefined);
  return {
    directory,
    start,
    places: state.places,
    isReadIn: (name) => facts.readIn.has(name),
    mayReachAnywhere: (written) => {
      const word = wordOf(written);
      return (
        word !== undefined &&
        mayReachAnywhere(word, { bindings, latest: facts.mayRepeat ? new Map() : state.latest, kept })
      );
    },
    isMoved: directory !== start,
    expand: (pieces) => (directory === undefined ? undefined : expanded(walk, pieces, directory)),
  };
}

/** A word of a command as the source has it; undefined: it is not one word. */
function wordOf(written: string): Word | undefined {
  const parsed = parseCommand(`: ${written}`);
  const command = parsed.kind === 'script' ? parsed.script.items[0]?.command : undefined;
  return command?.type === 'simple' && command.words.length === 2 ? command.words[1] : undefined;
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
