import { realpathSync } from 'node:fs';
import type { CheckContext } from '@sluice/core';
import type { PathNames, RawPath } from './path-names.ts';
import type { SearchOptions } from './search-options.ts';

/**
 * Which files of one search may be shown. rg follows no link below the folder that it starts in, so the real path of
 * that folder is looked up once and tells those of all files: looking for each would take longer than the search.
 */
export function shownFiles(
  { mayRead }: SearchOptions,
  names: PathNames,
  folder: string | undefined,
  context: CheckContext,
): (path: RawPath) => boolean {
  if (mayRead === undefined) return () => true;
  const realFolder = folder === undefined ? undefined : realPathOf(folder);
  if (realFolder === undefined) return (path) => mayRead(names.absolute(path), context);
  return (path) => mayRead(names.absolute(path), context, names.below(realFolder, path));
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
