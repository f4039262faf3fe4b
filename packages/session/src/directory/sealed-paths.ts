import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside, type SealedPath } from '@sluice/core';
import type { SandboxSettings } from '@sluice/settings';
import { mcpServeSecrets } from './mcp-serve-secrets.ts';
import { privatePlaces } from './private-place.ts';

/** Shell text of hooks, with which commands begin. */
export const HOOK_ENVIRONMENT = 'hook-environment';
/** Files as they were before calls changed them: a rule may deny their reading by now. */
const PRE_IMAGES = 'pre-images';
/** Directories of a session's directory. */
export const RECORD_DIRECTORIES: readonly string[] = ['tool-results', HOOK_ENVIRONMENT, PRE_IMAGES];
/** What a session keeps in its directory. What is in the journal and the tasks decides what happens when it goes on. */
const KEPT = ['journal.jsonl', 'journal.lock', 'tasks.json', 'agents', ...RECORD_DIRECTORIES];

const LOGINS = 'logins at MCP servers';
const KEY = 'the key of the authority that sandbox.network.tlsTerminate names';

/**
 * What calls leave alone: in a session's directory, which may be a part of the workspace, and of other sessions all.
 * @param keys what no call is to read, with a sandbox or without: whoever has one of them can pass for any host
 */
export function sealedPaths(
  cwd: string,
  sessionDirectory: string,
  keys: readonly string[] = [],
): readonly SealedPath[] {
  const directory = realOf(sessionDirectory);
  return [
    ...KEPT.map((name) => ({ path: join(directory, name), isUnreadable: name === PRE_IMAGES })),
    ...privatePlaces(cwd).map((path) => ({ path, isUnreadable: false })),
    { path: mcpServeSecrets(process.env), isUnreadable: true, holds: 'the secrets of sluice mcp serve' },
    { path: join(realOf(stateDirectory(process.env)), 'mcp-auth'), isUnreadable: true, holds: LOGINS },
    ...keys.map((path) => ({ path: realOf(path), isUnreadable: true, holds: KEY })),
  ];
}

/**
 * The same for commands in a sandbox: it shuts a whole directory, unless that holds the workspace. Then each record by
 * itself, whether it is there or not.
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

/** What holds nothing but settings is shut as a directory, so that nobody sees a placeholder where a file of settings is to be. */
function whole(path: string): string {
  const directory = dirname(path);
  return ['.sluice', '.claude'].includes(basename(directory)) ? directory : path;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A temporary one is made when there is something to keep.
    return path;
  }
}
