import type { AnyTool } from '@sluice/core';
import { createEnterWorktreeTool } from './enter-worktree-tool.ts';
import { createExitWorktreeTool } from './exit-worktree-tool.ts';
import type { WorktreePort } from './worktree-port.ts';

/** The tools of worktrees. */
export function createWorktreeTools(port: WorktreePort): readonly AnyTool[] {
  return [createEnterWorktreeTool(port), createExitWorktreeTool(port)];
}
