import { renameSync } from 'node:fs';
import { isThere } from './is-there.ts';
import type { SuspectPath } from './suspect-path.ts';

const SUFFIX = '.put-aside-by-sandbox';

/**
 * Looks at suspect paths before a command. The answer, called when no process of the command is left, gives those that have
 * come to mean something another name, and tells which.
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

/** Renamed, not removed: it may be somebody's work all the same. */
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
