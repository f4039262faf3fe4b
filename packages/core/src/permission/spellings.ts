import type { Files } from '../ports/files.ts';
import { normalizePath } from '../ports/posix-path.ts';
import type { PathSpellings } from './compiled-rules.ts';

/**
 * A path as rules compare it. `..` after a symbolic link leads where the kernel says, not where the text says: the real spelling of such
 * a path is resolved step by step.
 */
export function spellingsOf(path: string, cwd: string, files: Files): PathSpellings {
  const lexical = normalizePath(path, cwd);
  const climbs = path.startsWith('../') || path.includes('/..');
  const real = climbs ? climb(path, cwd, files) : files.identify(lexical, cwd).realPath;
  return { lexical, real };
}

function climb(path: string, cwd: string, files: Files): string {
  let real = path.startsWith('/') ? '/' : cwd;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    real =
      part === '..'
        ? normalizePath('..', files.identify(real, '/').realPath)
        : `${real === '/' ? '' : real}/${part}`;
  }
  return files.identify(real, '/').realPath;
}
