import { present } from '@sluice/base';
import { defineTool, fail, type AnyTool, type JsonSchema, type ToolResult } from '@sluice/core';
import type { WorktreePort } from './worktree-port.ts';

interface ExitWorktreeInput {
  readonly action: 'keep' | 'remove';
  readonly discard_changes?: boolean;
}

const inputSchema: JsonSchema<ExitWorktreeInput> = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: ['keep', 'remove'],
      description: 'keep leaves the worktree and its branch; remove deletes both.',
    },
    discard_changes: {
      type: 'boolean',
      description:
        'Remove even uncommitted files and commits that are on no other branch. Only if the user agrees to lose them.',
    },
  },
  required: ['action'],
  additionalProperties: false,
};

interface ExitWorktreeOutput {
  readonly action: 'keep' | 'remove';
  readonly originalCwd: string;
  readonly worktreePath: string;
  readonly worktreeBranch?: string;
  readonly discardedFiles?: number;
  readonly discardedCommits?: number;
  readonly message: string;
}

/** The `ExitWorktree` tool: the session goes back to where it was before EnterWorktree. */
export function createExitWorktreeTool(port: WorktreePort): AnyTool {
  return defineTool<typeof inputSchema, ExitWorktreeOutput>({
    name: 'ExitWorktree',
    description:
      'Leaves the worktree that EnterWorktree entered and goes back to the directory before it. Removing refuses to lose work unless discard_changes is set.',
    searchHint: 'leave or remove the git worktree',
    isDeferred: true,
    inputSchema,
    claims: () => 'everything',
    changesContext: true,
    isDestructive: ({ action }) => action === 'remove',
    checkPermissions: ({ discard_changes: discards }) =>
      discards === true
        ? { behavior: 'ask', message: 'it may delete uncommitted files and commits' }
        : { behavior: 'allow' },
    async call(
      { action, discard_changes: discardsChanges = false },
      { cwd, signal, agent },
    ): Promise<ToolResult<ExitWorktreeOutput>> {
      const exited = await port.exit({ action, discardsChanges }, { cwd, signal, agent });
      if (!exited.ok) return fail(exited.code, exited.message);
      const { path, branch, originalCwd, discarded, message } = exited.left;
      return {
        data: {
          action,
          originalCwd,
          worktreePath: path,
          ...present({
            worktreeBranch: branch,
            discardedFiles: discarded?.files,
            discardedCommits: discarded?.commits,
          }),
          message,
        },
        modifyContext: (context) => ({ ...context, cwd: originalCwd }),
      };
    },
    toModel: ({ message }) => message,
    displayName: ({ action }) => nameOf(action),
    summarize: ({ action }) => nameOf(action),
  });
}

const nameOf = (action: 'keep' | 'remove'): string =>
  action === 'keep' ? 'Leave the worktree' : 'Remove the worktree';
