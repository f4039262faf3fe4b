import { dirname, join, resolve } from 'node:path';
import type { LoadedSettings } from '../loaded-settings.ts';
import type { JudgedPart } from '../schema/judged-part.ts';

/**
 * A path in the `sandbox` keys. These aren't anchored like path rules: `/` is the root of the file system, `~/` the home directory, and
 * anything else is relative to the project, or to the user's own settings file.
 */
export function sandboxPath(
  { value, source, file }: Pick<JudgedPart, 'value' | 'source' | 'file'>,
  { cwd, home }: Pick<LoadedSettings, 'cwd' | 'home'>,
): { readonly path: string } | { readonly problem: string } {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('\0')) {
    return { problem: 'an entry is not a path, and is left out' };
  }
  const tree = value.replace(/\/\*\*$/, '') || '/';
  if (/[*?[]/.test(tree)) {
    return {
      problem: `${JSON.stringify(value)} is ignored: the sandbox supports files and whole directories, not patterns. Name the directory.`,
    };
  }
  if (tree === '~' || tree.startsWith('~/')) {
    if (home === undefined) return { problem: 'an entry starts with the home directory, which is unknown' };
    return { path: join(home, tree.slice(1)) };
  }
  return { path: resolve(baseOf(source, file, cwd), tree) };
}

function baseOf(source: JudgedPart['source'], file: string | undefined, cwd: string): string {
  if (file === undefined || source === 'managed' || source === 'cli') return cwd;
  return source === 'user' ? dirname(file) : dirname(dirname(file));
}
