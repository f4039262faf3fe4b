import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const IDENTITY = ['-c', 'user.name=n', '-c', 'user.email=a@b'];

export function git(directory: string, ...words: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...words], {
    cwd: directory,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** A repository with one commit: `a.txt`, and `.gitignore` with `.env` and `*.log`. */
export function repository(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-worktree-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, 'a.txt'), 'a\n');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/b.txt'), 'b\n');
  writeFileSync(join(root, '.gitignore'), '.env\n*.log\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  return root;
}
