import { renameSync } from 'node:fs';
import { isThere } from './is-there.ts';
import type { SuspectPath } from './suspect-path.ts';

const SUFFIX = '.put-aside-by-sandbox';

/**
 * Checks suspect paths before a command. Call the returned function when no process of the command is left: it renames the paths that now
 * have an effect, and returns them.
 */
export function watchSuspects(suspects: readonly SuspectPath[]): () => readonly string[] {
  const watched = suspects.flatMap(({ path, besides }) => {
    const paths = [path, ...besides];
    const fresh = paths.filter((one) => !isThere(one));
    return fresh.length === 0 ? [] : [{ paths, fresh }];
  });
  return () =>
    watched.flatMap(({ paths, fresh: [first] }) =>
      first !== undefined && paths.every(isThere) && putAside(first) ? [first] : [],
    );
}

/** Renamed, not removed: it may still be someone's work. */
function putAside(path: string): boolean {
  let aside = `${path}${SUFFIX}`;
  for (let count = 2; isThere(aside); count += 1) aside = `${path}${SUFFIX}-${count}`;
  try {
    renameSync(path, aside);
    return true;
  } catch {
    return false;
  }
}
