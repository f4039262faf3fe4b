import { existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, type Stats } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isInside } from '@sluice/core';
import { codeDirectory, errorCode } from '@sluice/base';

/** Below it are the temporary sessions of this user, so that a sandbox can shut those too that are yet to come. */
const NAME = `sluice-user-${process.geteuid?.() ?? 'own'}`;

/** Others remove the directory above with their last session, and may just have. */
const ATTEMPTS = 100;

/**
 * Makes a directory among this user's own in a temporary directory that all may write; where somebody else has taken that
 * name, beside it. Its path. Throws as `mkdirSync` does.
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

/** The same directory in the system's temporary one; undefined where it is not there, or not this user's alone. */
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
 * workspace is in there; and its compiled code, which the next run starts from. They need not exist.
 */
export function privatePlaces(cwd: string): readonly string[] {
  const temporary = [tmpdir(), '/tmp'].map((path) => join(placeOf(path), NAME));
  const kept = [placeOf(stateDirectory(process.env))].filter((path) => !isInside(cwd, path));
  return [...new Set([...temporary, ...kept, ...codePlaces()])];
}

/**
 * Makes those that are kept, where there is a home: in a sandbox an empty directory would have to hold the place of what does
 * not exist, and with it of all else that is to come beside it.
 */
export function makeKeptPlaces(): void {
  for (const directory of [stateDirectory(process.env), ...codePlaces()]) {
    try {
      if (existsSync(homedir())) mkdirSync(directory, { recursive: true, mode: 0o700 });
    } catch {
      // Where this program can't make it, neither can its commands.
    }
  }
}

/** Whether code is kept in this run or not: the next one may look there. */
function codePlaces(): readonly string[] {
  const directory = codeDirectory(process.env);
  return directory === undefined ? [] : [placeOf(directory)];
}

/** Without links, as far as it exists. */
function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(placeOf(parent), basename(path));
  }
}
