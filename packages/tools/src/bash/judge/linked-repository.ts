import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The repository of a linked worktree. */
export interface LinkedRepository {
  /** The directory of the worktree. */
  readonly top: string;
  readonly own: string;
  readonly common: string;
}

/** Undefined: there is none around the directory, or it isn't that of a linked worktree. */
export function linkedRepository(cwd: string): LinkedRepository | undefined {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    const link = linkIn(join(directory, '.git'));
    if (link !== undefined) {
      const own = resolve(directory, link);
      const common = textOf(join(own, 'commondir'))?.trim();
      return common === undefined ? undefined : { top: directory, own, common: resolve(own, common) };
    }
    if (dirname(directory) === directory) return undefined;
  }
}

/** What git keeps of each linked worktree, a directory each. */
export function worktreesOf(common: string): readonly string[] {
  const directory = join(common, 'worktrees');
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** Where a linked worktree is. Undefined: git doesn't say. */
export function topOf(worktree: string): string | undefined {
  const link = textOf(join(worktree, 'gitdir'))?.trim();
  return link === undefined ? undefined : dirname(resolve(worktree, link));
}

/** What a worktree has checked out, as the full name of a ref. Undefined: no branch. */
export function refOf(directory: string): string | undefined {
  return /^ref: (\S+)/u.exec(textOf(join(directory, 'HEAD')) ?? '')?.[1];
}

/** The same as the name of a branch. */
export function branchOf(directory: string): string | undefined {
  return /^refs\/heads\/(.+)/u.exec(refOf(directory) ?? '')?.[1];
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function linkIn(path: string): string | undefined {
  return /^gitdir: (.+)/u.exec(textOf(path) ?? '')?.[1]?.trim();
}
