import type { GitChange } from '../file-touch.ts';
import type { Arguments } from '../row.ts';
import { touchesOfGit } from './git.ts';

/** Which commits a command of git shows, if what they change is all that it shows of any file. */
export function commitsShown(argv: Arguments): GitChange | undefined {
  if (argv[0] !== 'git') return undefined;
  const [first, ...others] = touchesOfGit(argv);
  const isOnly = first?.access === 'read' && others.length === 0;
  return isOnly && typeof first.gitNames === 'object' ? first.gitNames : undefined;
}
