import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gitBranch } from '../../../../src/cli/print/output/git-branch.ts';

test('the branch is that of the repository around, also in a linked worktree; a commit is none', () => {
  const root = mkdtempSync(join(tmpdir(), 'branch-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('a/.git/HEAD', 'ref: refs/heads/feature/x\n');
  write('a/.git/worktrees/w/HEAD', 'ref: refs/heads/w\n');
  write('a/deep/file', '');
  write('w/.git', 'gitdir: ../a/.git/worktrees/w\n');
  write('c/.git/HEAD', '0123456789abcdef0123456789abcdef01234567\n');
  const branches = ['a', 'a/deep', 'w', 'c'].map((path) => gitBranch(join(root, path)));
  expect(branches).toEqual(['feature/x', 'feature/x', 'w', undefined]);
});
