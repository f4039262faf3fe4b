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
  '.qwen',
  // Keys, and editors that run what lies there.
  '.ssh',
  '.gnupg',
  '.vs',
  '.theia',
  '.vim',
  '.emacs.d',
]);

/** Parts of paths with files of the same kind, in lower case. Everything below them is protected, too. */
const PLACES: readonly (readonly string[])[] = (
  '.config/git .config/fish .config/zsh .config/autostart .config/systemd .config/environment.d .config/nvim .config/code .config/vscodium ' +
  '.config/mise .config/direnv .config/opencode .config/crush .config/pip .local/bin .docker/config.json .docker/cli-plugins .aws/config ' +
  '.kube/config .codeium/windsurf library/launchagents library/launchdaemons .kiro/settings .kiro/hooks .kiro/agents .roo/mcp.json ' +
  '.trae/mcp.json .junie/mcp .amazonq/mcp.json .amazonq/default.json .amazonq/cli-agents .continue/config.yaml .continue/config.json ' +
  '.continue/config.ts .continue/mcpservers .mise/config.toml mise/config.toml'
)
  .split(' ')
  .map((place) => place.split('/'));

/** Individual files of the same kind. */
export const PROTECTED_FILES: ReadonlySet<string> = new Set(
  (
    '.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv ' +
    '.zlogin .zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs ' +
    'bunfig.toml .bunfig.toml .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml ' +
    '.lefthook.yml .lefthook.yaml gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc ' +
    'pyrightconfig.json .mcp.json .lsp.json .claude.json opencode.json opencode.jsonc .opencode.json crush.json .crush.json ' +
    '.aider.conf.yml mise.toml .mise.toml mise.local.toml .mise.local.toml .netrc _netrc .curlrc .wgetrc .pypirc .pam_environment ' +
    '.xprofile .xinitrc .xsession .xsessionrc .xserverrc .inputrc .vimrc .gvimrc .exrc .nvimrc .emacs .gdbinit .lldbinit .tmux.conf ' +
    '.screenrc .mailcap .lessfilter .cshrc .tcshrc .login .logout .kshrc .mkshrc .rprofile .irbrc .pryrc'
  ).split(' '),
);

/** The part of an absolute path that makes it protected; undefined if there is none. */
export function protectedPart(path: string): string | undefined {
  // Some file systems take .GIT for .git; no one needs both.
  const segments = path.toLowerCase().split('/');
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    const place = PLACES.find((parts) => parts.every((part, offset) => segments[index + offset] === part));
    if (place !== undefined) return place.join('/');
    const isWorktree = (segment === '.claude' || segment === '.sluice') && next === 'worktrees';
    if (PROTECTED_DIRECTORIES.has(segment) && !isWorktree) return segment;
  }
  const name = segments.at(-1) ?? '';
  if (name.endsWith('.code-workspace')) return '.code-workspace';
  return PROTECTED_FILES.has(name) || isRunByPython(name, segments) ? name : undefined;
}

/** What every start of Python runs. */
function isRunByPython(name: string, segments: readonly string[]): boolean {
  const isRun = name.endsWith('.pth') || name === 'sitecustomize.py' || name === 'usercustomize.py';
  return isRun && (segments.includes('site-packages') || segments.includes('dist-packages'));
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
