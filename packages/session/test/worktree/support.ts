import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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
export const repository = repositoryTemplate(() => {});

/** Makes repositories like `repository`, with what `more` adds: git runs for the first one, and the others are copies of it. */
export function repositoryTemplate(more: (root: string) => void): () => string {
  let template: string | undefined;
  return () => {
    template ??= firstRepository(more);
    const root = newDirectory();
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync(template, root, { recursive: true, preserveTimestamps: true });
    // The index names the files by their inodes.
    git(root, 'update-index', '-q', '--refresh');
    return root;
  };
}

function firstRepository(more: (root: string) => void): string {
  const root = newDirectory();
  process.once('exit', () => rmSync(root, { recursive: true }));
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, 'a.txt'), 'a\n');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/b.txt'), 'b\n');
  writeFileSync(join(root, '.gitignore'), '.env\n*.log\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
  more(root);
  return root;
}

function newDirectory(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'sluice-worktree-')));
}
