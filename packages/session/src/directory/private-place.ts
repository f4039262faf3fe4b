import { existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, type Stats } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside } from '@sluice/core';
import { codeDirectory, errorCode } from '@sluice/base';

/** Holds this user's temporary sessions, so that a sandbox can also protect those that are created later. */
const NAME = `sluice-user-${process.geteuid?.() ?? 'own'}`;

/** Other processes remove the parent directory with their last session, possibly just now. */
const ATTEMPTS = 100;

/**
 * Creates a directory inside this user's own place in a shared temporary directory, or next to it if someone
 * else has taken that name. Returns its path. Throws like `mkdirSync`.
 */
export function makePrivateDirectory(temporary: string, name: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const place = makePlace(temporary);
    const directory = join(place, name);
    try {
      mkdirSync(directory, { mode: 0o700 });
      return directory;
    } catch (error) {
      if (place === temporary || attempt === ATTEMPTS || errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

function makePlace(temporary: string): string {
  const place = join(temporary, NAME);
  try {
    mkdirSync(place, { mode: 0o700 });
    return place;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(place, { throwIfNoEntry: false });
  return stats === undefined || isOwn(stats) ? place : temporary;
}

/**
 * The same place in the system's temporary directory; undefined if it does not exist or is not this user's
 * alone.
 */
export function findPrivatePlace(): string | undefined {
  const directory = join(tmpdir(), NAME);
  return isPrivate(directory) ? directory : undefined;
}

function isPrivate(directory: string): boolean {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  return stats !== undefined && isOwn(stats);
}

function isOwn(stats: Stats): boolean {
  return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0;
}

/** Call after removing a session's directory; removes the place after the last one. */
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
 * What Sluice stores for other runs of this user: temporary and stored sessions, unless the workspace is
 * inside them, and its compiled code, which the next run loads. They need not exist.
 */
export function privatePlaces(cwd: string): readonly string[] {
  const temporary = [tmpdir(), '/tmp'].map((path) => join(placeOf(path), NAME));
  const kept = [placeOf(stateDirectory(process.env))].filter((path) => !isInside(cwd, path));
  return [...new Set([...temporary, ...kept, ...codePlaces()])];
}

/**
 * Creates the stored ones, if there is a home directory. Otherwise a sandbox would need an empty placeholder
 * for them, which would block everything else to be created next to them.
 */
export function makeKeptPlaces(): void {
  for (const directory of [stateDirectory(process.env), ...codePlaces()]) {
    try {
      if (existsSync(homedir())) mkdirSync(directory, { recursive: true, mode: 0o700 });
    } catch {
      // If this program can't create it, neither can its commands.
    }
  }
}

/** Whether or not this run stores code: the next one may look there. */
function codePlaces(): readonly string[] {
  const directory = codeDirectory(process.env);
  return directory === undefined ? [] : [placeOf(directory)];
}

/** The real path, as far as it exists. */
function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(placeOf(parent), basename(path));
  }
}
