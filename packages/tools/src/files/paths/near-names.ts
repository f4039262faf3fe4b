import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { editDistance } from '@sluice/base';

const MAX_NAMES = 3;
/** Maximum number of names to compare; a larger directory isn't worth the wait. */
const MAX_ENTRIES = 10_000;

/**
 * Paths in the directory of `path` with similar names, nearest first; none if the directory doesn't exist. `mayName` says which ones the
 * model may know about.
 */
export async function nearNames(
  path: string,
  mayName: (path: string) => boolean,
): Promise<readonly string[]> {
  const directory = dirname(path);
  const wanted = basename(path);
  const names = await readdir(directory).catch(() => []);
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const near = names
    .slice(0, MAX_ENTRIES)
    .map((name) => ({ name, distance: distanceOf(wanted, name, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const shown: string[] = [];
  for (const { name } of near) {
    const neighbor = join(directory, name);
    if (mayName(neighbor)) shown.push(neighbor);
    if (shown.length === MAX_NAMES) break;
  }
  return shown;
}

/** One half for different case or another extension, else the edit distance; above `limit`, only that it is above. */
function distanceOf(wanted: string, name: string, limit: number): number {
  const a = wanted.toLowerCase();
  const b = name.toLowerCase();
  if (a === b || stem(a) === stem(b)) return 0.5;
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  return editDistance(a, b);
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
