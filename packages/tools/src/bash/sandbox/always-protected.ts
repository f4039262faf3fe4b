import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that other programs run or read as configuration, in any directory that commands may write. Whole directories if they contain
 * several such files, so that no one sees the placeholder of a single settings file.
 */
const IN_WORKSPACE = ['.git/hooks', '.git/config', '.claude', '.sluice', '.mcp.json', '.lsp.json'];

/** Names that matter only for one thing, which is protected instead. */
export const HELD: ReadonlySet<string> = new Set(['.git', '.claude', '.sluice', '.mcp.json', '.lsp.json']);

/** For a working directory that is itself a repository. */
const IN_BARE = ['hooks', 'config'];

const IN_HOME = (
  '.claude .claude.json .sluice .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv ' +
  '.zprofile .zlogin .zlogout .gitconfig .config/git .config/fish .ssh'
).split(' ');

/** Paths that no sandboxed command may write. What a tool asks about before it writes is in the core's `permission/paths/protected-paths.ts`. */
export function alwaysProtected(workspace: readonly string[], home: string | undefined): readonly string[] {
  return [
    ...workspace.flatMap((root) => IN_WORKSPACE.map((path) => join(root, path))),
    ...workspace.filter(isBare).flatMap((root) => IN_BARE.map((path) => join(root, path))),
    ...(home === undefined ? [] : IN_HOME.map((path) => join(home, path))),
  ];
}

function isBare(root: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(root, name)));
}
