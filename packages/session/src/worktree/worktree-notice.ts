import type { Worktree } from './open/open-worktree.ts';

/** For the model: where it works, and what is not there. */
export function worktreeNotice(worktree: Worktree): string {
  const { path, mainRoot, branch, commit, isNew, missingFiles } = worktree;
  const { linkedDirectories = [], sparsePaths, baseNote, hasSubmodules } = worktree;
  const place = `You work in a git worktree, ${path}, on ${branch === undefined ? 'a detached head' : `the branch ${branch}`}, at commit ${commit}.`;
  const rest = `The main checkout is ${mainRoot}: don't change files or run commands there.`;
  if (!isNew) return `${place} ${rest}`;
  const lacks =
    missingFiles === 0
      ? ''
      : ` ${missingFiles ?? 'Some'} uncommitted file${missingFiles === 1 ? '' : 's'} of the main checkout ${missingFiles === 1 ? 'is' : 'are'} not in it.`;
  const base = baseNote === undefined ? '' : ` (${baseNote})`;
  const sparse =
    sparsePaths === undefined
      ? ''
      : ` Of the repository, only ${sparsePaths.join(', ')} and the files at the top are checked out.`;
  const submodules =
    hasSubmodules === true ? ' Its submodules are empty until git submodule update --init fills them.' : '';
  const links =
    linkedDirectories.length === 0
      ? ''
      : ` ${linkedDirectories.join(', ')}: links to the main checkout, so don't change anything there.`;
  return `${place}${base}${lacks}${sparse}${submodules} Files that git ignores, such as installed packages, are not in it either unless .worktreeinclude names them.${links} ${rest}`;
}

/**
 * The same for a worktree that a hook has made, of which nothing else is known.
 * @param from the directory in whose place it is used
 */
export function hookWorktreeNotice({ path }: Pick<Worktree, 'path'>, from: string): string {
  return `You work in ${path}, which a user's hook created for this session. The previous directory is ${from}: don't change files there.`;
}
