import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum number of names to look at: a project's dependencies, as a rule. */
const MAX_ENTRIES = 25_000;

/** Every path below a directory, links included; empty if nothing is there, undefined if there are too many. */
export function entriesBeneath(directory: string): readonly string[] | undefined {
  const found: string[] = [];
  const open = [directory];
  try {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return found;
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        // Of a name that isn't valid UTF-8, no rule can be sure.
        if (entry.name.includes('\uFFFD') || found.length >= MAX_ENTRIES) return undefined;
        const child = join(path, entry.name);
        found.push(child);
        if (entry.isDirectory()) open.push(child);
      }
    }
  } catch {
    return undefined;
  }
  return found;
}
