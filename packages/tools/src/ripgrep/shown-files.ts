import { realpathSync } from 'node:fs';
import type { CheckContext } from '@sluice/core';
import type { PathNames, RawPath } from './path-names.ts';
import type { SearchOptions } from './search-options.ts';

/**
 * Which files of one search may be shown. rg follows no links below the directory it starts in, so that directory's real path is looked
 * up once and determines those of all files: looking up each would take longer than the search.
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
