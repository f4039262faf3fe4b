import { describe, expect, it } from 'vitest';
import { createPermissionContext, type FileAction } from '../../src/index.ts';
import { guardedPath } from '../../src/permission/paths/guarded-path.ts';
import { criticalRemoval } from '../../src/permission/paths/critical-removal.ts';
import { protectedPart } from '../../src/permission/paths/protected-paths.ts';
import { isOfHomeSettings } from '../../src/permission/paths/settings-of-home.ts';

const context = createPermissionContext(
  { mode: 'bypassPermissions', workingDirectories: ['/w/p', '/add/dir'], home: '/home/me' },
  1,
);

function isCritical(path: string | undefined, removal?: FileAction['removal']): boolean {
  const action: FileAction = {
    type: 'file',
    access: 'remove',
    path,
    isTree: true,
    ...(removal !== undefined && { removal }),
  };
  return criticalRemoval(action, path === undefined ? [] : [path], '/w/p', context) !== undefined;
}

describe('critical removals', () => {
  it.each([
    '/',
    '/etc',
    '/usr',
    '/tmp',
    '/private/etc',
    '/home/me',
    '/home',
    '/w/p',
    '/w',
    '/private/var/x'.slice(0, 12),
  ])('%s', (path) => expect(isCritical(path)).toBe(true));
  it.each(['/w/p/build', '/home/me/x', '/tmp/x', '/usr/lib', '/add/dir', '/w/other'])('not %s', (path) =>
    expect(isCritical(path)).toBe(false),
  );
  it.each(['/', '/etc', '/home/me', '/w/p', '/add/dir', '/add', '/w'])('everything directly in %s', (path) =>
    expect(isCritical(path, 'contents')).toBe(true),
  );
  it.each(['/w/p/build', '/add/dir/x'])('not everything directly in %s', (path) =>
    expect(isCritical(path, 'contents')).toBe(false),
  );
  it.each(['/w/p', '/add/dir', '/tmp', '/w/p/build'])('not certain names in %s', (path) =>
    expect(isCritical(path, 'some')).toBe(false),
  );
  it.each(['/', '/usr', '/home/me', '/w', '/add'])('certain names in %s', (path) =>
    expect(isCritical(path, 'some')).toBe(true),
  );
  it.each(['/w/p', '/tmp'])('not what is found in %s', (path) =>
    expect(isCritical(path, 'found')).toBe(false),
  );
  it.each(['/', '/home/me', '/home/me/Documents'])('what is found in %s', (path) =>
    expect(isCritical(path, 'found')).toBe(true),
  );
  it('what lies beneath an unknown directory', () => {
    expect(isCritical(undefined, 'beneath-unknown')).toBe(true);
    expect(isCritical(undefined)).toBe(false);
  });
  it('what is written as a home directory, and the home of the command', () => {
    expect(isCritical(undefined, 'home')).toBe(true);
    expect(isCritical('/w/p/x', 'home')).toBe(true);
    const remove: FileAction = { type: 'file', access: 'remove', path: '/a/b/c', isTree: true };
    const isOfHome = (path: string, homes: readonly string[]): boolean =>
      criticalRemoval({ ...remove, homes }, [path], '/w/p', context) !== undefined;
    expect(isOfHome('/a/b/c', ['/a/b/c'])).toBe(true);
    expect(isOfHome('/a/b', ['/a/b/c'])).toBe(true);
    expect(isOfHome('/home/me', ['/a/b/c'])).toBe(true);
    expect(isOfHome('/a/b/c/d', ['/a/b/c'])).toBe(false);
  });
  it('no other access', () => {
    const action: FileAction = { type: 'file', access: 'write', path: '/', isTree: true };
    expect(criticalRemoval(action, ['/'], '/w/p', context)).toBeUndefined();
  });
});

/** behaviour.md 1.9, and Sluice's own directory. */
const PROTECTED = `
.git .config/git .vscode .zed .idea .husky .cargo .devcontainer .yarn .mvn .claude .sluice .agents .codex .cursor .gemini .opencode
.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin
.zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml
.bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml
gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .lsp.json .claude.json
.ssh .gnupg .vs .theia .vim .emacs.d .qwen
.config/fish .config/autostart .config/systemd .config/environment.d .config/nvim .local/bin .docker/config.json .aws/config .kube/config
.kiro/settings .roo/mcp.json .trae/mcp.json .junie/mcp .amazonq/mcp.json .continue/config.yaml .mise/config.toml
opencode.json opencode.jsonc crush.json .aider.conf.yml mise.toml .mise.toml .netrc .curlrc .wgetrc .pypirc .pam_environment .xprofile
.inputrc .vimrc .exrc .emacs .tmux.conf .cshrc
`
  .split(/\s+/)
  .filter((name) => name !== '');

describe('protected paths', () => {
  it.each(PROTECTED)('%s, at any depth', (name) => {
    expect(protectedPart(`/p/${name}`)).toBe(name);
    expect(protectedPart(`/p/a/b/${name}`)).toBe(name);
  });
  it.each(PROTECTED.slice(0, 16))('what lies in %s', (name) => {
    expect(protectedPart(`/p/${name}/hooks/x`)).toBe(name);
  });
  it.each([
    ['/p/.ssh/authorized_keys', '.ssh'],
    ['/p/.ssh/rc', '.ssh'],
    ['/p/.config/autostart/x.desktop', '.config/autostart'],
    ['/p/.config/systemd/user/x.service', '.config/systemd'],
    ['/p/.config/Code/User/settings.json', '.config/code'],
    ['/p/Library/LaunchAgents/x.plist', 'library/launchagents'],
    ['/p/.kiro/settings/mcp.json', '.kiro/settings'],
    ['/p/.junie/mcp/mcp.json', '.junie/mcp'],
    ['/p/.vs/tasks.vs.json', '.vs'],
    ['/p/.theia/settings.json', '.theia'],
    ['/p/App.code-workspace', '.code-workspace'],
    ['/p/.venv/lib/python3.12/site-packages/x.pth', 'x.pth'],
    ['/p/.venv/lib/python3.12/site-packages/sitecustomize.py', 'sitecustomize.py'],
  ])('%s, by %s', (path, name) => expect(protectedPart(path)).toBe(name));
  it.each([
    '/p/models/best.pth',
    '/p/.kiro/specs/a.md',
    '/p/.continue/rules/a.md',
    '/p/.docker/Dockerfile',
    '/p/src/a.ts',
    '/p/.gitignore',
    '/p/.config/other',
    '/p/git/config',
    '/p/.npmrc/x',
    '/p/.claude/worktrees/one/a.ts',
    '/p/.sluice/worktrees/one/a.ts',
  ])('not %s', (path) => expect(protectedPart(path)).toBeUndefined());
  it('what is protected within a worktree of an agent', () => {
    expect(protectedPart('/p/.claude/worktrees/one/.git')).toBe('.git');
  });
});

describe('the settings of a home directory', () => {
  const inHome = { home: '/home/me', workingDirectories: ['/home/me'] };
  const isSetting = (path: string, workingDirectories = inHome.workingDirectories, isTree = false): boolean =>
    isOfHomeSettings({ isTree }, { lexical: path, real: path }, { ...inHome, workingDirectories });

  it.each(['.new', '.config/any/x', '.profile.d/x', 'bin/x', 'Library/x', '.cache/x'])('~/%s', (path) =>
    expect(isSetting(`/home/me/${path}`)).toBe(true),
  );
  it.each(['/home/me/a.txt', '/home/me/src/.env', '/home/me/src/bin/x', '/w/.new', '/home/me'])(
    'not %s',
    (path) => expect(isSetting(path)).toBe(false),
  );
  it('not where the workspace is', () => {
    expect(isSetting('/home/me/.dotfiles/x', ['/home/me/.dotfiles'])).toBe(false);
    expect(isSetting('/home/me/.dotfiles/x', ['/home/me/.dotfiles/sub'])).toBe(false);
  });
  it('a tree that may contain them', () => {
    expect(isSetting('/home/me', ['/home/me'], true)).toBe(true);
    expect(isSetting('/home', ['/home/me'], true)).toBe(true);
    expect(isSetting('/home/me/src', ['/home/me'], true)).toBe(false);
  });
});

describe('guarded paths', () => {
  const guarded = ['/p/settings.json', '/p/conf', '/other/.claude/settings.json'];
  const by = (access: FileAction['access'], path: string, more: Partial<FileAction> = {}) =>
    guardedPath(guarded, { access, isTree: false, ...more }, { lexical: path, real: path });

  it.each([
    ['write', '/p/settings.json', {}, '/p/settings.json'],
    ['remove', '/p/settings.json', {}, '/p/settings.json'],
    ['write', '/p/conf/new/settings.json', {}, '/p/conf'],
    ['remove', '/p', {}, '/p/settings.json'],
    ['write', '/other', { isTree: true }, '/other/.claude/settings.json'],
    ['remove', '/p', { removal: 'some' }, undefined],
    ['remove', '/p', { removal: 'found' }, undefined],
    ['write', '/p', {}, undefined],
    ['write', '/p/settings.json.bak', {}, undefined],
    ['write', '/p/src/settings.json', {}, undefined],
  ] as const)('%s of %s with %j', (access, path, more, found) => {
    expect(by(access, path, more)).toBe(found);
  });

  it('are known by where a link leads, and by its own name', () => {
    const action = { access: 'write', isTree: false } as const;
    expect(guardedPath(guarded, action, { lexical: '/p/link', real: '/p/settings.json' })).toBeDefined();
    expect(guardedPath(guarded, action, { lexical: '/p/settings.json', real: '/x' })).toBeDefined();
  });
});
