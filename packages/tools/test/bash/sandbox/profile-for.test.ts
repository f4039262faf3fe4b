import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_DIRECTORIES, PROTECTED_FILES } from '@sluice/core';
import { analyzeCommand } from '@sluice/shell';
import { beforeAll, describe, expect, it } from 'vitest';
import { excludedCommands } from '../../../src/bash/sandbox/excluded-commands.ts';
import { profileFor } from '../../../src/bash/sandbox/profile-for.ts';
import type { SandboxPolicy } from '../../../src/bash/sandbox/sandbox-policy.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';
import { temporaryDirectory } from '../../files/temporary-directory.ts';

beforeAll(loadShell);

const POLICY: SandboxPolicy = {
  isEnabled: true,
  failsIfUnavailable: false,
  autoAllows: false,
  allowsUnsandboxed: true,
  excludedCommands: ['docker *', 'make release'],
  files: 'kept-apart',
  allowWrite: ['/var/cache/x'],
  denyWrite: ['/w/generated'],
  denyRead: ['/home/me/.ssh', '/w/.env'],
  allowRead: ['/home/me/.ssh/known_hosts'],
  network: 'none',
};

function profile(command: string, policy: Partial<SandboxPolicy> = {}, asksForNone = false) {
  const whole = { ...POLICY, ...policy };
  return profileFor({
    analysis: analyzeCommand(command, { cwd: '/w', home: '/home/me' }),
    policy: whole,
    asksForNone,
    workspace: ['/w', '/second'],
    home: '/home/me',
    isExcluded: excludedCommands(whole.excludedCommands),
  });
}
const kind = (...given: Parameters<typeof profile>): string => {
  const found = profile(...given);
  return found === 'off' ? found : found.kind;
};

describe('where a command runs', () => {
  it.each([
    ['cat a.txt', 'read-only'],
    ['ls | wc -l', 'read-only'],
    ['grep -r x . && head -1 a', 'read-only'],
    ['ps aux', 'off'],
    ['df -h', 'off'],
    ['id', 'off'],
    ['ss -tl', 'off'],
    ['cat a; ps', 'off'],
    ['test -r a && cat a', 'read-only'],
    ['[ -w a ]', 'off'],
    ['if [[ -x a ]]; then cat a; fi', 'off'],
    ['find . -writable', 'off'],
    ['echo "$TMPDIR"', 'off'],
    ["bash -c 'echo $TMP''DIR'", 'off'],
    ['printenv HOME', 'read-only'],
    ['printenv', 'off'],
    ['ls /proc', 'off'],
    ['cd /dev && ls', 'off'],
    ['find / -name x', 'off'],
    ['find /usr /etc -name x', 'read-only'],
    ['ls /', 'read-only'],
    ['cat < /proc/1/status', 'off'],
    ['cat a 2>/dev/null </dev/null', 'read-only'],
    ['head -c 8 /dev/urandom', 'read-only'],
    ['ps; touch x', 'workspace-write'],
    ['npm test', 'workspace-write'],
    ['echo x > a', 'workspace-write'],
    ['$(cat script)', 'workspace-write'],
    ['if then', 'workspace-write'],
    ['curl example.com', 'workspace-write'],
    ['docker build .', 'off'],
    ['docker build . && docker push x', 'off'],
    ['make release', 'off'],
    ['make release x', 'workspace-write'],
    ['docker build . && npm test', 'workspace-write'],
    ['docker build .; rm -rf ~', 'workspace-write'],
    ['docker build $(touch x)', 'workspace-write'],
    ['bash -c "docker ps; rm x"', 'workspace-write'],
    ['x=1', 'workspace-write'],
  ])('%s: %s', (command, expected) => {
    expect(kind(command)).toBe(expected);
  });

  it('is outside where a link leads to what the sandbox has its own of', async () => {
    const link = join(await temporaryDirectory(), 'link');
    symlinkSync('/proc', link);
    expect(kind(`ls ${link}`)).toBe('off');
  });

  it('is outside where the sandbox is off', () => {
    expect(kind('npm test', { isEnabled: false })).toBe('off');
  });

  it('is outside where the call asks for it, unless the settings forbid that', () => {
    expect(kind('npm test', {}, true)).toBe('off');
    expect(kind('npm test', { allowsUnsandboxed: false }, true)).toBe('workspace-write');
  });

  it.each([':*', '', '   '])('is inside whatever the pattern %j was to mean', (pattern) => {
    expect(kind('npm test', { excludedCommands: [pattern] })).toBe('workspace-write');
  });
});

describe('the profile', () => {
  it('opens the workspace but for what other programs run, and what the settings add', () => {
    const found = profile('npm test');
    expect(found).toMatchObject({
      writable: ['/w', '/second', '/var/cache/x', '/home/me/.ssh/known_hosts'],
      hidden: ['/home/me/.ssh', '/w/.env'],
      network: 'none',
    });
    expect(found === 'off' ? [] : found.protected).toEqual(
      expect.arrayContaining([
        '/w/.git/hooks',
        '/w/.git/config',
        '/w/.claude',
        '/w/.sluice',
        '/w/.mcp.json',
        '/w/.lsp.json',
        '/second/.git/hooks',
        '/home/me/.claude',
        '/home/me/.bashrc',
        '/w/generated',
        '/home/me/.ssh/known_hosts',
      ]),
    );
  });

  it.each([...PROTECTED_DIRECTORIES, ...PROTECTED_FILES])('knows %s, as permission does', (name) => {
    const found = profile('npm test');
    if (found === 'off') throw new Error('No profile.');
    const known = [...found.protected, ...(found.suspects ?? []).map(({ path }) => path)];
    for (const root of ['/w', '/second'])
      expect(known.some((path) => `${path}/`.startsWith(`${root}/${name}/`))).toBe(true);
  });

  it('of what only reads opens nothing but what is hidden too broadly', () => {
    expect(profile('cat a')).toEqual({
      kind: 'read-only',
      writable: ['/home/me/.ssh/known_hosts'],
      protected: [],
      hidden: ['/home/me/.ssh', '/w/.env'],
      network: 'none',
    });
  });

  it('masks files of whatever runs, and opens unix sockets to what does more than read', () => {
    const masked = [{ path: '/home/me/token', text: 'x' }];
    const more = { masked, unixSockets: 'open' } as const;
    expect(profile('cat a', more)).toMatchObject({ kind: 'read-only', masked });
    expect(profile('cat a', more)).not.toHaveProperty('unixSockets');
    expect(profile('npm test', more)).toMatchObject({ kind: 'workspace-write', masked, unixSockets: 'open' });
    const apart = profile('npm test', { ...more, files: 'disabled' });
    expect(apart).toMatchObject({ unixSockets: 'open' });
    expect(apart).not.toHaveProperty('masked');
    expect(profile('cat a', { ...more, files: 'disabled' })).toMatchObject({ masked: undefined });
  });

  it.each(['cat a', 'npm test'])('hides the key of an authority, whatever else is open: %s', (command) => {
    const more = { authorityKeys: ['/home/me/ca.key'] };
    const found = profile(command, more);
    expect(found).toMatchObject({ hidden: ['/home/me/.ssh', '/w/.env', '/home/me/ca.key'] });
    expect(profile(command, { ...more, files: 'disabled' })).toMatchObject({ hidden: ['/home/me/ca.key'] });
  });

  it('keeps the network and processes apart where files are not', () => {
    expect(profile('npm test', { files: 'disabled', network: 'host' })).toEqual({
      kind: 'workspace-write',
      writable: ['/'],
      protected: [],
      hidden: [],
      network: 'host',
    });
  });
});
