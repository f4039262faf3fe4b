import { cp, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runGit } from '../git/run-git.ts';

const LIST = '.worktreeinclude';

/**
 * Copies the files that git ignores and that `.worktreeinclude` of the main checkout names (patterns as in `.gitignore`), such as
 * `.env`. Answers with their number. A file that can't be copied is left out; symbolic links are copied as links.
 */
export async function copyIncluded(mainRoot: string, path: string): Promise<number> {
  const list = await lstat(join(mainRoot, LIST)).catch(() => undefined);
  if (list?.isFile() !== true) return 0;
  const named = await ignoredFiles(mainRoot, `--exclude-from=${join(mainRoot, LIST)}`);
  const ignored = new Set(await ignoredFiles(mainRoot, '--exclude-standard'));
  let copied = 0;
  for (const file of named) {
    if (!ignored.has(file) || file.startsWith('.claude/worktrees/')) continue;
    const target = join(path, file);
    try {
      await mkdir(dirname(target), { recursive: true });
      await cp(join(mainRoot, file), target, { errorOnExist: true, force: false, verbatimSymlinks: true });
      copied += 1;
    } catch {
      continue;
    }
  }
  return copied;
}

async function ignoredFiles(mainRoot: string, patterns: string): Promise<readonly string[]> {
  const listed = await runGit(mainRoot, ['ls-files', '--others', '--ignored', '-z', patterns]);
  return listed.ok ? listed.output.split('\0').filter((file) => file !== '') : [];
}
