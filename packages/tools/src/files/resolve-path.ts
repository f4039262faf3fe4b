import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fromHome } from './from-home.ts';

export interface ResolvedPath {
  /** Absolute, symbolic links as written. */
  readonly path: string;
  /** Absolute, symbolic links resolved: those of a dangling link too, and of the nearest existing parent. The ledger's key. */
  readonly realPath: string;
}

/** As many as Linux follows before ELOOP. */
const MAX_LINKS = 40;

/**
 * What a model's path stands for, a relative one seen from `cwd`, one with `~/` from the home directory. Never throws: what can't be resolved is taken as written. Synchronous,
 * because `claims` must answer at once; a few microseconds.
 */
export function resolvePath(given: string, cwd: string): ResolvedPath {
  const path = resolve(cwd, fromHome(given));
  return { path, realPath: realPathOf(path, MAX_LINKS) };
}

/** The nearest directory above `path` that exists. */
export function nearestExistingParent(path: string): string {
  const parent = dirname(path);
  return parent === path || exists(parent) ? parent : nearestExistingParent(parent);
}

/** The highest directory above `path` that doesn't exist yet: what a write of `path` would create. */
export function topmostMissingParent(path: string): string | undefined {
  const parent = dirname(path);
  if (parent === path || exists(parent)) return undefined;
  return topmostMissingParent(parent) ?? parent;
}

export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function realPathOf(path: string, linksLeft: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const target = linksLeft > 0 ? linkTargetOf(path) : undefined;
    if (target === undefined) return join(realPathOf(parent, linksLeft), basename(path));
    return realPathOf(resolve(realPathOf(parent, linksLeft), target), linksLeft - 1);
  }
}

function linkTargetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
