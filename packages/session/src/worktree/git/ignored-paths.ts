import { runGit } from './run-git.ts';
import { IGNORED_TIMEOUT_MS } from '../worktree-limits.ts';

/** Names in one command line. */
const BATCH = 200;

/** Which of some absolute paths in a checkout git ignores. None where it can't tell. */
export async function ignoredPaths(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  const inside = paths.filter((path) => path.startsWith(`${root}/`));
  for (let from = 0; from < inside.length; from += BATCH) {
    const words = ['check-ignore', '-z', '--', ...inside.slice(from, from + BATCH)];
    const result = await runGit(root, words, { timeoutMs: IGNORED_TIMEOUT_MS });
    if (result.ok) for (const path of result.output.split('\0')) if (path !== '') ignored.add(path);
  }
  return ignored;
}
