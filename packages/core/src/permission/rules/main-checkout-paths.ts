import type { Files } from '../../ports/files.ts';
import type { PathSpellings } from '../compiled-rules.ts';

const WORKTREES = '/.claude/worktrees/';
/** A name such as `fix/login` is several directories deep. */
const MAX_NAME_DEPTH = 8;

/**
 * What a path in a worktree of `.claude/worktrees` is called in the main checkout: a rule about `/secrets/**` is about the copies too.
 * Empty for any other path.
 */
export function mainCheckoutPaths({ lexical, real }: PathSpellings, files: Files): readonly PathSpellings[] {
  const [first, second] = [twinOf(lexical, files), twinOf(real, files)];
  if (first === undefined && second === undefined) return [];
  const twin = { lexical: first ?? second ?? lexical, real: second ?? first ?? real };
  return [twin, ...mainCheckoutPaths(twin, files)];
}

function twinOf(path: string, files: Files): string | undefined {
  // Some file systems take .CLAUDE for .claude.
  const at = path.toLowerCase().indexOf(WORKTREES);
  if (at === -1) return undefined;
  const main = path.slice(0, at);
  const segments = path.slice(at + WORKTREES.length).split('/');
  const prefix = path.slice(0, at + WORKTREES.length);
  const isWorktree = (depth: number): boolean =>
    files.identify(`${prefix}${segments.slice(0, depth).join('/')}/.git`, '/').inode !== undefined;
  let depth = 1;
  while (depth <= Math.min(segments.length, MAX_NAME_DEPTH) && !isWorktree(depth)) depth += 1;
  const rest = segments.slice(isWorktree(depth) ? depth : 1).join('/');
  return rest === '' ? main || '/' : `${main}/${rest}`;
}
