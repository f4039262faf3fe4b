import { homeDirectory } from './from-home.ts';
import { problem, type Problem } from './problem.ts';

/** Why a path that begins with `~` can't be followed; undefined: it can, or is none. */
export function homeProblem(given: string): Problem | undefined {
  if (!given.startsWith('~')) return undefined;
  const [first = ''] = given.split('/', 1);
  const literal = `For a file or folder that is called ${first}, write ./${given}.`;
  if (first !== '~') {
    const message = `${given} can't be followed: "~/" stands for your own home directory, and no other one has such a name. Give the absolute path. ${literal}`;
    return problem('unknown-home', message);
  }
  if (homeDirectory() !== undefined) return undefined;
  const message = `${given} can't be followed: there is no home directory here, for the variable HOME names none. Give the absolute path. ${literal}`;
  return problem('unknown-home', message);
}
