import { homeDirectory } from './from-home.ts';
import { problem, type Problem } from '../problem.ts';

/** Why a path that starts with `~` can't be resolved; undefined if it can, or isn't such a path. */
export function homeProblem(given: string): Problem | undefined {
  if (!given.startsWith('~')) return undefined;
  const [first = ''] = given.split('/', 1);
  const literal = `For a file or directory named ${first}, write ./${given}.`;
  if (first !== '~') {
    const message = `${given} can't be resolved: "~/" means your own home directory, and no other "~" path is supported. Use the absolute path. ${literal}`;
    return problem('unknown-home', message);
  }
  if (homeDirectory() !== undefined) return undefined;
  const message = `${given} can't be resolved: there is no home directory, because HOME is not set to one. Use the absolute path. ${literal}`;
  return problem('unknown-home', message);
}
