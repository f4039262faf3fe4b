import { runGit } from './run-git.ts';

/** A worktree as git lists it. */
export interface ListedWorktree {
  /** Absolute. */
  readonly path: string;
  /** Undefined: detached. */
  readonly branch: string | undefined;
  /** The reason of its lock, maybe empty; undefined: it isn't locked. */
  readonly lock: string | undefined;
  /** Its directory is gone. */
  readonly isPrunable: boolean;
}

/** All worktrees of a repository, the main checkout first; undefined: git can't say. */
export async function listWorktrees(mainRoot: string): Promise<readonly ListedWorktree[] | undefined> {
  const listed = await runGit(mainRoot, ['worktree', 'list', '--porcelain', '-z']);
  if (!listed.ok) return undefined;
  return listed.output
    .split('\0\0')
    .filter((block) => block !== '')
    .map((block) => {
      const fields = new Map(
        block.split('\0').map((line): [string, string] => {
          const end = line.indexOf(' ');
          return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)];
        }),
      );
      return {
        path: fields.get('worktree') ?? '',
        branch: fields.get('branch')?.replace(/^refs\/heads\//, ''),
        lock: fields.get('locked'),
        isPrunable: fields.has('prunable'),
      };
    });
}
