import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from './run-git.ts';

/** Digits of a hash that are shown; of two commits in one repository, none share so many. */
const DIGITS = 12;

/**
 * The commit that is checked out in a worktree, abbreviated. Git is only asked if it isn't that of a branch, or if the repository keeps
 * its references otherwise than gitrepository-layout describes.
 * @param branch the one that is checked out; undefined: maybe none
 */
export async function checkedOutCommit(
  path: string,
  branch: string | undefined,
  commonDirectory: string,
): Promise<string> {
  try {
    const text =
      branch === undefined ? '' : readFileSync(join(commonDirectory, 'refs/heads', branch), 'utf8');
    const [hash] = /^[0-9a-f]{40,64}(?=\n$)/.exec(text) ?? [];
    if (hash !== undefined) return hash.slice(0, DIGITS);
  } catch {
    // Asked below.
  }
  const head = await runGit(path, ['rev-parse', `--short=${DIGITS}`, 'HEAD']);
  return head.ok ? head.output.trim() : 'unknown';
}
