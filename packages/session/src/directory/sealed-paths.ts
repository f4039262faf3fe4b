import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside, type SealedPath } from '@sluice/core';
import type { SandboxSettings } from '@sluice/settings';
import { mcpServeSecrets } from './mcp-serve-secrets.ts';
import { privatePlaces } from './private-place.ts';

/** Shell text from hooks that runs before commands. */
export const HOOK_ENVIRONMENT = 'hook-environment';
/** Files as they were before calls changed them; a rule may deny reading them by now. */
const PRE_IMAGES = 'pre-images';
/** Subdirectories of a session's directory. */
export const RECORD_DIRECTORIES: readonly string[] = ['tool-results', HOOK_ENVIRONMENT, PRE_IMAGES];
/** The worktree that the session is in. */
export const WORKTREE_RECORD = 'worktree.json';
/** Prompts that run by themselves. */
export const SCHEDULES = 'schedules.json';
/** What a session stores in its directory. The journal and tasks decide what happens when it resumes. */
const KEPT = [
  ...['journal.jsonl', 'journal.lock', 'tasks.json', 'agents', WORKTREE_RECORD, SCHEDULES],
  ...RECORD_DIRECTORIES,
];

const LOGINS = 'logins for MCP servers';
const KEY = 'the CA key that sandbox.network.tlsTerminate names';

/**
 * Paths that calls must not change: inside a session's directory, which may be part of the workspace, and
 * everything of other sessions.
 * @param keys what no call may read, with or without a sandbox: with one of them, anyone can impersonate a
 * host
 */
export function sealedPaths(
  cwd: string,
  sessionDirectory: string,
  keys: readonly string[] = [],
): readonly SealedPath[] {
  const directory = realOf(sessionDirectory);
  return [
    ...KEPT.map((name) => ({ path: join(directory, name), isUnreadable: name === PRE_IMAGES })),
    ...sealedInEverySession(cwd, keys),
  ];
}

/** The part of `sealedPaths` that does not depend on which session it is. */
export function sealedInEverySession(cwd: string, keys: readonly string[] = []): readonly SealedPath[] {
  return [
    ...privatePlaces(cwd).map((path) => ({ path, isUnreadable: false })),
    { path: mcpServeSecrets(process.env), isUnreadable: true, holds: 'the secrets of sluice mcp serve' },
    { path: join(realOf(stateDirectory(process.env)), 'mcp-auth'), isUnreadable: true, holds: LOGINS },
    ...['mcp-catalog', 'mcp-definitions'].map((name) => ({
      path: join(realOf(stateDirectory(process.env)), name),
      isUnreadable: false,
    })),
    ...keys.map((path) => ({ path: realOf(path), isUnreadable: true, holds: KEY })),
  ];
}

/**
 * The same for sandboxed commands: protects a whole directory, unless it contains the workspace; then each
 * record separately, even if it does not exist.
 */
export function withSealed(
  policy: SandboxSettings,
  cwd: string,
  sessionDirectory: string,
  sealed: readonly SealedPath[],
  guarded: readonly string[],
): SandboxSettings {
  const directory = realOf(sessionDirectory);
  const isApart = !isInside(cwd, directory);
  const shut = isApart ? [directory] : sealed.map(({ path }) => path);
  const unreadable = sealed.filter(({ isUnreadable }) => isUnreadable).map(({ path }) => path);
  return {
    ...policy,
    denyWrite: [...policy.denyWrite, ...shut, ...privatePlaces(cwd), ...guarded.map(whole)],
    denyRead: [...policy.denyRead, ...unreadable],
  };
}

/**
 * A directory that holds only settings is protected as a whole, so that no placeholder appears where a
 * settings file would be.
 */
function whole(path: string): string {
  const directory = dirname(path);
  return ['.sluice', '.claude'].includes(basename(directory)) ? directory : path;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A temporary one is created when there is something to store.
    return path;
  }
}
