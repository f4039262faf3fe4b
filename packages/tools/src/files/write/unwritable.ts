import type { FileState } from '../load/inspect-file.ts';
import { problem, type Problem } from '../problem.ts';

/** Why `path` (given as `given`) can't be written, or undefined if it is a file or doesn't exist. */
export function unwritableProblem(given: string, path: string, state: FileState): Problem | undefined {
  switch (state.status) {
    case 'file':
      return undefined;
    case 'missing':
      if (!given.endsWith('/')) return undefined;
      return problem('is-directory', `${given} names a directory. Give the path of a file in it.`);
    case 'directory':
      return problem('is-directory', `${path} is a directory. Give the path of a file in it.`);
    case 'special':
      return problem(
        'not-a-file',
        `${path} is a ${state.kind}, not a regular file, so nothing was written to it.`,
      );
    case 'refused':
      return state.problem;
    default:
      return state satisfies never;
  }
}
