export { closeWorktree, type ClosedWorktree } from './end/close-worktree.ts';
export { createByHook } from './open/hook-worktree.ts';
export { openWorktree, type OpenedWorktree, type Worktree } from './open/open-worktree.ts';
export { parsePullRequest, type PullRequest } from './base/pull-request.ts';
export { hookWorktreeNotice, worktreeNotice } from './worktree-notice.ts';
export { worktreeSettings, type WorktreeSettings } from './worktree-settings.ts';
