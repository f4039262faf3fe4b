export { closeWorktree, type ClosedWorktree } from './close-worktree.ts';
export { openWorktree, type OpenedWorktree, type Worktree } from './open-worktree.ts';
export { parsePullRequest, type PullRequest } from './pull-request.ts';
export { worktreeNotice } from './worktree-notice.ts';
export { worktreeSettings, type WorktreeSettings } from './worktree-settings.ts';
