import type { LoadedSettings } from '@sluice/settings';
import { DEFAULT_BASE_REF, type BaseRef } from './base/base-commit.ts';

/** How new worktrees are made. */
export interface WorktreeSettings {
  readonly baseRef: BaseRef;
  /** Directories of the checkout that a new worktree gets links to, such as `node_modules`. */
  readonly symlinkDirectories: readonly string[];
  /** Directories that a new worktree checks out, beside the files at its top. Empty: all. */
  readonly sparsePaths: readonly string[];
}

export const PLAIN_WORKTREES: WorktreeSettings = {
  baseRef: DEFAULT_BASE_REF,
  symlinkDirectories: [],
  sparsePaths: [],
};

/** The settings `worktree.*`. */
export function worktreeSettings({ setting }: Pick<LoadedSettings, 'setting'>): WorktreeSettings {
  return {
    baseRef: setting('worktree.baseRef')?.value === 'fresh' ? 'fresh' : DEFAULT_BASE_REF,
    symlinkDirectories: setting('worktree.symlinkDirectories')?.value ?? [],
    sparsePaths: setting('worktree.sparsePaths')?.value ?? [],
  };
}

/** What is wrong with the paths, as a clause. Undefined: nothing. */
export function pathsProblem({ symlinkDirectories, sparsePaths }: WorktreeSettings): string | undefined {
  for (const [key, paths] of [
    ['symlinkDirectories', symlinkDirectories],
    ['sparsePaths', sparsePaths],
  ] as const) {
    const wrong = paths.find((path) => !isBelow(path));
    if (wrong !== undefined)
      return `the setting worktree.${key} contains ${JSON.stringify(wrong)}, which is not a path inside the repository`;
  }
  return undefined;
}

/** Relative, without `..`, and nothing of git's own. */
function isBelow(path: string): boolean {
  const segments = path.split('/');
  return (
    path !== '' &&
    !path.startsWith('/') &&
    !path.startsWith('-') &&
    !/[\n\0\\]/.test(path) &&
    !segments.some((segment) => segment === '..' || segment.toLowerCase() === '.git')
  );
}
