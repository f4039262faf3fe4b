import type { SettingKey } from '../setting-key.ts';
import { TEXT, TEXTS } from '../shape.ts';
import { NONE, PLAIN } from './plain-row.ts';

export const WORKTREE_SETTINGS = [
  {
    key: 'worktree.baseRef',
    shape: { kind: 'one-of', words: ['head', 'fresh'] },
    default: 'head',
    ...PLAIN,
    use: 'live',
    purpose: 'What new worktrees start from: the current commit, or the default branch of origin.',
  },
  {
    key: 'worktree.symlinkDirectories',
    shape: TEXTS,
    ...PLAIN,
    merge: 'joined',
    use: 'live',
    purpose: 'Directories that new worktrees get symbolic links to, such as node_modules.',
  },
  {
    key: 'worktree.sparsePaths',
    shape: TEXTS,
    ...PLAIN,
    merge: 'joined',
    use: 'live',
    purpose: 'Directories to check out in new worktrees, in addition to top-level files. Default: all.',
  },
  {
    key: 'worktree.bgIsolation',
    shape: TEXT,
    ...NONE,
    purpose: 'Isolation of background sessions. Not supported: Sluice has no background sessions.',
  },
] as const satisfies readonly SettingKey[];
