import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside } from '@sluice/core';

/** Below it are the temporary sessions of this user, so that a sandbox can shut those too that are yet to come. */
const NAME = `sluice-user-${process.geteuid?.() ?? 'own'}`;

/**
 * Makes the directory for this user's temporary sessions in a temporary directory that all may write; where somebody else
 * has taken its name, that one itself is the place. Throws as `mkdirSync` does.
 */
export function makePrivatePlace(temporary: string): string {
  const directory = join(temporary, NAME);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  const isOwn = stats?.isDirectory() === true && stats.uid === process.geteuid?.();
  return isOwn && (stats.mode & 0o022) === 0 ? directory : temporary;
}

/** A session's directory below is gone: with the last one the place goes. */
export function leavePrivatePlace(directory: string): void {
  const place = dirname(directory);
  if (basename(place) !== NAME) return;
  try {
    rmdirSync(place);
  } catch {
    // Another session is in it.
  }
}

/** Where sessions of this user are, of other processes too: temporary ones, and those that are kept, unless the workspace is in there. */
export function privatePlaces(cwd: string): readonly string[] {
  const temporary = [tmpdir(), '/tmp'].flatMap((path) => realOf(path).map((found) => join(found, NAME)));
  const kept = realOf(stateDirectory(process.env)).filter((path) => !isInside(cwd, path));
  return [...new Set([...temporary, ...kept])];
}

function realOf(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
