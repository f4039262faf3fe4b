import type { Worktree } from './open-worktree.ts';

/** For the model: where it works, and what is not there. */
export function worktreeNotice({ path, mainRoot, branch, commit, isNew, missingFiles }: Worktree): string {
  const place = `You work in a git worktree, ${path}, on ${branch === undefined ? 'a detached head' : `the branch ${branch}`}, at commit ${commit}.`;
  const rest = `The main checkout is ${mainRoot}: don't change files or run commands there.`;
  if (!isNew) return `${place} ${rest}`;
  const lacks =
    missingFiles === 0
      ? ''
      : ` ${missingFiles ?? 'Some'} uncommitted file${missingFiles === 1 ? '' : 's'} of the main checkout ${missingFiles === 1 ? 'is' : 'are'} not in it.`;
  return `${place}${lacks} Files that git ignores, such as installed packages, are not in it either unless .worktreeinclude names them. ${rest}`;
}
