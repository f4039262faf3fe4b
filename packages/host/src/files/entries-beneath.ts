import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum number of names to look at: a project's dependencies, as a rule. */
const MAX_ENTRIES = 25_000;

/** Every path below a directory, or in its first levels, links included; empty if nothing is there, undefined if there are too many. */
export function entriesBeneath(directory: string, levels = Infinity): readonly string[] | undefined {
  const found: string[] = [];
  let open = [directory];
  try {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return found;
    for (let level = 0; level < levels && open.length > 0; level += 1) {
      const next: string[] = [];
      for (const path of open) {
        const entries = readdirSync(path, { withFileTypes: true });
        // Of a name that isn't valid UTF-8, no rule can be sure.
        if (entries.some(({ name }) => name.includes('\uFFFD'))) return undefined;
        found.push(...entries.map(({ name }) => join(path, name)));
        if (found.length > MAX_ENTRIES) return undefined;
        next.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name)));
      }
      open = next;
    }
  } catch {
    return undefined;
  }
  return found;
}
