import { present } from '@sluice/base';
import { defineTool, fail, type AnyTool, type JsonSchema, type ToolResult } from '@sluice/core';
import { problem } from '../files/problem.ts';
import type { WorktreePort } from './worktree-port.ts';

interface EnterWorktreeInput {
  readonly name?: string;
  readonly path?: string;
}

const inputSchema: JsonSchema<EnterWorktreeInput> = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      description:
        'A name for a new worktree, or that of one to enter again: letters, digits, ".", "_", "-", "/". Default: made up.',
    },
    path: { type: 'string', description: 'An existing worktree of this repository to enter instead.' },
  },
  additionalProperties: false,
};

interface EnterWorktreeOutput {
  readonly worktreePath: string;
  readonly worktreeBranch?: string;
  readonly message: string;
}

/** The `EnterWorktree` tool: the session goes on in a git worktree. */
export function createEnterWorktreeTool(port: WorktreePort): AnyTool {
  return defineTool<typeof inputSchema, EnterWorktreeOutput>({
    name: 'EnterWorktree',
    description:
      'Moves the session into a git worktree of its own, on a new branch from the current commit. Only if the user asks for a worktree. ExitWorktree goes back.',
    searchHint: 'git worktree: isolated copy of the repository, own branch',
    isDeferred: true,
    inputSchema,
    claims: () => 'everything',
    changesContext: true,
    isDestructive: false,
    async validateInput({ name, path }, { cwd }) {
      if (path === undefined) return { ok: true };
      if (name !== undefined) return problem('name-and-path', 'Pass either "name" or "path", not both.');
      const why = await port.whyNot(path, cwd);
      return why === undefined ? { ok: true } : problem('no-worktree', why);
    },
    checkPermissions({ path }, { cwd }) {
      const why = path === undefined ? undefined : port.whyAsk(path, cwd);
      return why === undefined ? { behavior: 'allow' } : { behavior: 'ask', message: why };
    },
    async call({ name, path }, { cwd, signal, agent }): Promise<ToolResult<EnterWorktreeOutput>> {
      const entered = await port.enter({ name, path }, { cwd, signal, agent });
      if (!entered.ok) return fail(entered.code, entered.message);
      const { worktree } = entered;
      return {
        data: {
          worktreePath: worktree.path,
          ...present({ worktreeBranch: worktree.branch }),
          message: worktree.message,
        },
        modifyContext: (context) => ({ ...context, cwd: worktree.directory }),
      };
    },
    toModel: ({ message }) => message,
    displayName: () => 'Enter a worktree',
    summarize: ({ name, path }) =>
      `Enter a worktree${name === undefined ? '' : ` ${name}`}${path === undefined ? '' : `: ${path}`}`,
  });
}
