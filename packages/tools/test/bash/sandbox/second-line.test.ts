import { analyzeCommand, type GitSetting, type RepositoryReport } from '@sluice/shell';
import { expect, it } from 'vitest';
import { sandboxRequest } from '../../../src/bash/sandbox/sandbox-request.ts';
import type { SandboxPolicy } from '../../../src/bash/sandbox/sandbox-policy.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';

const POLICY: SandboxPolicy = {
  isEnabled: false,
  failsIfUnavailable: false,
  autoAllows: false,
  allowsUnsandboxed: true,
  excludedCommands: [],
  files: 'kept-apart',
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  allowRead: [],
  network: 'none',
};

await loadShell();

function repository(...keys: readonly string[]): (directory: string) => RepositoryReport {
  return (workTree) => ({
    status: 'found',
    workTree,
    places: [],
    ownPlaces: [],
    links: () => [],
    strays: () => [],
    settings: keys.map((key): GitSetting => {
      const value = key === 'log.diffmerges' ? 'remerge' : 'program';
      return { key, value, scope: 'global', file: '/home/me/.gitconfig', isOfRepository: false };
    }),
    pins: {},
  });
}

const requested = (command: string, keys: readonly string[] = [], policy: Partial<SandboxPolicy> = {}) =>
  sandboxRequest({
    analysis: analyzeCommand(command, { cwd: '/w', home: '/home/me', repository: repository(...keys) }),
    policy: { ...POLICY, ...policy },
    asksForNone: false,
    workspace: ['/w'],
    home: '/home/me',
    outputPath: '/t/out',
  });

it.each([
  ['git status', []],
  ['git log -3 | head && ls', []],
  ['git log -p', ['filter.lfs.process']],
  ['git status', ['core.fsmonitor', 'diff.external']],
])('%s runs where nothing can be written, without a setting, with %j of the person', (command, keys) => {
  expect(requested(command, keys)).toMatchObject({
    sandbox: { kind: 'read-only', writable: [], network: 'none' },
    isSandboxExtra: true,
  });
});

it.each([
  ['ls', []],
  ['git --version', []],
  ['git push', []],
  ['git status && npm test', []],
  ['git status; ps', []],
  ['git status', ['filter.lfs.process']],
  ['git diff && git log', ['filter.lfs.clean']],
  ['git log -m', ['log.diffmerges']],
])('%s runs as it is, with %j of the person', (command, keys) => {
  expect(requested(command, keys)).toEqual({});
});

it('is not there for what the person keeps out of any sandbox', () => {
  expect(requested('git status', [], { excludedCommands: ['git *'] })).toEqual({});
});

it('is no extra where settings ask for a sandbox', () => {
  expect(requested('git status', [], { isEnabled: true })).not.toHaveProperty('isSandboxExtra');
});
