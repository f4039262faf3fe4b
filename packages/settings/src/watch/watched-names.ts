import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { linkTarget } from '../place/link-target.ts';

/** Directories to watch, with the names in them that matter. */
export type WatchedNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Where an event would report each file: its directory, that of a link's target, or the nearest existing one. */
export function watchedNames(paths: readonly string[]): WatchedNames {
  const names = new Map<string, Set<string>>();
  const add = (path: string): void => {
    let name = path;
    while (!isDirectory(dirname(name))) {
      if (dirname(name) === name) return;
      name = dirname(name);
    }
    const directory = dirname(name);
    const known = names.get(directory);
    if (known === undefined) names.set(directory, new Set([basename(name)]));
    else known.add(basename(name));
  };
  for (const path of paths) {
    add(path);
    const target = targetOf(path);
    if (target !== undefined && target !== path) add(target);
  }
  return names;
}

function targetOf(path: string): string | undefined {
  try {
    return linkTarget(path);
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
