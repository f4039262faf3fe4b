import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorktree } from '@sluice/session/worktree';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const FILES = 500;
const MAX_MORE_MS = 15;

/** Making a worktree, with the checks before it and the lock after it, beside what git alone takes. */
export const worktreeRow: Row = {
  name: 'worktree',
  about: `a new worktree of ${FILES} files, compared with git worktree add`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    const name = `a new worktree of ${FILES} files, vs git worktree add`;
    using directory = temporaryDirectory();
    const root = realpathSync(directory.path);
    fill(root);
    let count = 0;
    const problems: string[] = [];
    const ours = (): Promise<number> =>
      timeOf(async () => {
        const opened = await openWorktree(root, `ours-${(count += 1)}`);
        if (!opened.ok) problems.push(opened.message);
      });
    const path = (): string => join(root, '.claude/worktrees', `git-${(count += 1)}`);
    const baseline = (): Promise<number> =>
      timeOf(() => git(root, 'worktree', 'add', '--quiet', '-b', `git-${count + 1}`, path(), 'HEAD'));
    await interleave(1, ours, baseline);
    const measured = await interleave(isQuick ? 3 : 9, ours, baseline);
    const [problem] = problems;
    if (problem !== undefined) return [failed(name, problem)];
    const target = { kind: 'difference', atMost: MAX_MORE_MS } as const;
    return [{ status: 'measured', name, unit: 'ms', ...measured, target }];
  },
};

function fill(root: string): void {
  for (let n = 0; n < FILES; n += 1) {
    const folder = join(root, `folder-${n % 20}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${n}.txt`), `${n}\n`.repeat(100));
  }
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, '-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
}

function git(root: string, ...words: readonly string[]): void {
  execFileSync('git', words, { cwd: root, stdio: 'pipe' });
}
