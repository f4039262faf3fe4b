import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside } from '@sluice/core';
import { codeDirectory } from '../start/code-directory.ts';

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
  return isPrivate(directory) ? directory : temporary;
}

/** The same directory in the system's temporary one; undefined where it is not there, or not this user's alone. */
export function findPrivatePlace(): string | undefined {
  const directory = join(tmpdir(), NAME);
  return isPrivate(directory) ? directory : undefined;
}

function isPrivate(directory: string): boolean {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  const isOwn = stats?.isDirectory() === true && stats.uid === process.geteuid?.();
  return isOwn && (stats.mode & 0o022) === 0;
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

/**
 * What this program keeps for other runs of this user: sessions, temporary ones, and those that are kept, unless the
 * workspace is in there; and its compiled code, which the next run starts from.
 */
export function privatePlaces(cwd: string): readonly string[] {
  const temporary = [tmpdir(), '/tmp'].flatMap((path) => realOf(path).map((found) => join(found, NAME)));
  const kept = realOf(stateDirectory(process.env)).filter((path) => !isInside(cwd, path));
  return [...new Set([...temporary, ...kept, ...codePlace(cwd)])];
}

/** Within the workspace it is made: a sandbox would have to hold the place of what does not exist, and of what is above it. */
function codePlace(cwd: string): readonly string[] {
  const directory = codeDirectory(process.env);
  if (directory === undefined) return [];
  try {
    if (isInside(resolve(directory), cwd)) mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    // Where it can't be made, nothing will be kept in it.
  }
  return realOf(directory);
}

function realOf(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
