import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fromHome } from './from-home.ts';

export interface ResolvedPath {
  /** Absolute, with symbolic links as written. */
  readonly path: string;
  /** Absolute, with symbolic links resolved, including dangling ones and those of the nearest existing parent. The ledger's key. */
  readonly realPath: string;
}

/** Linux's limit before ELOOP. */
const MAX_LINKS = 40;

/**
 * Resolves a path from the model, relative to `cwd`; one with `~/` is in the home directory. Never throws: what can't be resolved is
 * taken as written. Synchronous, because `claims` must return at once; takes a few microseconds.
 * @param known where a path leads, if someone has looked already
 */
export function resolvePath(
  given: string,
  cwd: string,
  known?: (path: string) => string | undefined,
): ResolvedPath {
  const path = resolve(cwd, fromHome(given));
  return { path, realPath: known?.(path) ?? realPathOf(path, MAX_LINKS) };
}

/** The nearest existing directory above `path`. */
export function nearestExistingParent(path: string): string {
  const parent = dirname(path);
  return parent === path || exists(parent) ? parent : nearestExistingParent(parent);
}

/** The highest missing directory above `path`, which a write of `path` would create. */
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
