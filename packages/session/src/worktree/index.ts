export { closeWorktree, type ClosedWorktree } from './close-worktree.ts';
export { createByHook } from './hook-worktree.ts';
export { openWorktree, type OpenedWorktree, type Worktree } from './open-worktree.ts';
export { parsePullRequest, type PullRequest } from './pull-request.ts';
export { hookWorktreeNotice, worktreeNotice } from './worktree-notice.ts';
export { worktreeSettings, type WorktreeSettings } from './worktree-settings.ts';
