import { join } from 'node:path';

/**
 * What other programs run or go by, in any directory that commands may write. Whole directories where there are several
 * files in them, so that nobody ever sees the placeholder of a single settings file.
 */
const IN_WORKSPACE = ['.git/hooks', '.git/config', '.claude', '.sluice', '.mcp.json'];

const IN_HOME = (
  '.claude .claude.json .sluice .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv ' +
  '.zprofile .zlogin .zlogout .gitconfig .config/git .config/fish .ssh'
).split(' ');

/** Paths that no command in a sandbox may write. */
export function alwaysProtected(workspace: readonly string[], home: string | undefined): readonly string[] {
  return [
    ...workspace.flatMap((root) => IN_WORKSPACE.map((path) => join(root, path))),
    ...(home === undefined ? [] : IN_HOME.map((path) => join(home, path))),
  ];
}
