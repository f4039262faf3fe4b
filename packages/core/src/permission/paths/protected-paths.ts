import type { FileAction } from '../action.ts';

/**
 * Directories with files that other programs run or trust: writes there are asked about before any allow rule applies (behaviour.md 1.9).
 * What no command in the sandbox may write at all is in the tools' `bash/sandbox/always-protected.ts`.
 */
export const PROTECTED_DIRECTORIES: ReadonlySet<string> = new Set([
  '.git',
  '.vscode',
  '.zed',
  '.idea',
  '.husky',
  '.cargo',
  '.devcontainer',
  '.yarn',
  '.mvn',
  '.claude',
  '.sluice',
  // Skills, commands and servers of agents that Sluice reads too.
  '.agents',
  '.codex',
  '.cursor',
  '.gemini',
  '.opencode',
]);

/** Individual files of the same kind. */
export const PROTECTED_FILES: ReadonlySet<string> = new Set(
  (
    '.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv ' +
    '.zlogin .zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs ' +
    'bunfig.toml .bunfig.toml .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml ' +
    '.lefthook.yml .lefthook.yaml gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc ' +
    'pyrightconfig.json .mcp.json .lsp.json .claude.json'
  ).split(' '),
);

/** The part of an absolute path that makes it protected; undefined if there is none. */
export function protectedPart(path: string): string | undefined {
  // Some file systems take .GIT for .git; no one needs both.
  const segments = path.toLowerCase().split('/');
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (segment === '.config' && next === 'git') return '.config/git';
    const isWorktree = (segment === '.claude' || segment === '.sluice') && next === 'worktrees';
    if (PROTECTED_DIRECTORIES.has(segment) && !isWorktree) return segment;
  }
  const name = segments.at(-1) ?? '';
  return PROTECTED_FILES.has(name) ? name : undefined;
}

/** Whether one of the names that a write to a tree is limited to may be a protected file's: `pyrightconfig.json` of `*.json`. */
export function mayBeProtected({
  isTree,
  access,
  endings,
}: Pick<FileAction, 'isTree' | 'access' | 'endings'>): boolean {
  if (!isTree || access !== 'write' || endings === undefined) return false;
  return [...PROTECTED_FILES].some((name) => endings.some((ending) => name.endsWith(ending.toLowerCase())));
}
