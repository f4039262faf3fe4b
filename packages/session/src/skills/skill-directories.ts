import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configDirectories } from '@sluice/settings';
import type { LocalPermission } from '../permission/open-permission.ts';

/** Where skills and commands of the user and the project are. */
export interface SkillDirectories {
  readonly home: string;
  /** The top of the project. */
  readonly root: string;
  readonly userDirectories: readonly string[];
  /** That of the user's Claude Code. Undefined: it isn't read. */
  readonly claude: string | undefined;
  readonly readsUser: boolean;
  readonly readsProject: boolean;
}

export function skillDirectories(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  { sources }: Pick<LocalPermission, 'sources'>,
): SkillDirectories {
  const home = env['HOME'] ?? homedir();
  const { sluice, claude } = configDirectories({ env, home });
  return {
    home,
    root: projectRoot(cwd, home),
    userDirectories: [sluice, claude].filter((directory) => directory !== undefined),
    claude,
    readsUser: sources?.includes('user') !== false,
    readsProject: sources?.includes('project') !== false,
  };
}

/** The top of the checkout that the directory is in; outside of one, the directory itself. */
function projectRoot(cwd: string, home: string): string {
  for (let at = cwd; at !== home; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) break;
  }
  return cwd;
}
