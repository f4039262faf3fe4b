import type { WorkingDirectory } from '@sluice/core';
import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { readList } from './read-list.ts';
import { resolveDirectory } from './resolve-directory.ts';

/** The directories that one file adds to the workspace. */
export function readDirectories(
  layer: ReadLayer,
  home: string | undefined,
): { readonly directories: readonly WorkingDirectory[]; readonly problems: readonly SettingsProblem[] } {
  if (layer.isStale) return { directories: [], problems: [] };
  const { entries, problems } = readList(layer, 'permissions.additionalDirectories');
  const directories: WorkingDirectory[] = [];
  const missing: SettingsProblem[] = [];
  for (const { text, pointer } of entries) {
    const resolved = resolveDirectory(text, layer.origin.root, home);
    if (resolved.ok) directories.push({ path: resolved.path, source: layer.source });
    else {
      const message = `An additional directory is ignored: ${resolved.problem}. Fix the path, or remove it.`;
      missing.push(problemAt(layer, pointer, 'missing-directory', message));
    }
  }
  return { directories, problems: [...problems, ...missing] };
}
