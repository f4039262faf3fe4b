import type { Word } from '../../tree.ts';
import type { State } from './state.ts';
import type { Shell } from './walk.ts';
import { wordHazard } from '../hazard/word-hazard.ts';

/** Why expanding these words does more than it seems to. */
export function hazardOf(words: readonly Word[], shell: Shell, state: State): string | undefined {
  const isHarmless = harmlessVariables(shell, state);
  for (const word of words) {
    const hazard = wordHazard(word, isHarmless);
    if (hazard !== undefined) return hazard;
  }
  return undefined;
}

/** The shell sets these to what a script says, or to numbers. */
const SET_BY_SHELL =
  /^(?:BASH\w*|COMP_\w*|COPROC\w*|DIRSTACK|EPOCH\w*|EUID|FUNCNAME|GROUPS|HISTCMD|IFS|LINENO|MAPFILE|OLDPWD|OPT\w*|PIPESTATUS|PPID|PWD|RANDOM|READLINE_\w*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|_)$/u;

const COUNTERS = new Set(
  'BASHPID EPOCHSECONDS EUID HISTCMD LINENO OPTIND PPID RANDOM SECONDS SHLVL SRANDOM UID'.split(' '),
);

/** Which variables hold nothing that arithmetic would run: whole numbers, or what the user's environment says. */
export function harmlessVariables({ facts }: Shell, state: State): (name: string) => boolean {
  return (name) => {
    if (!facts.areVariablesKnown) return false;
    if (SET_BY_SHELL.test(name)) return COUNTERS.has(name) && !facts.assignments.has(name);
    if (!facts.assignments.has(name) || facts.numbers.has(name)) return true;
    return state.variables.get(name)?.every((value) => /^-?\d+$/u.test(value)) ?? false;
  };
}
