import type { FileAction } from '../action.ts';
import type { Files } from '../../ports/files.ts';
import { normalizePath } from '../../ports/posix-path.ts';
import type { PathSpellings } from '../compiled-rules.ts';

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

/** The same for the path of an action, which may say where it leads. */
export function spellingsOfAction(
  path: string,
  { realPath }: Pick<FileAction, 'realPath'>,
  cwd: string,
  files: Files,
): PathSpellings {
  return realPath === undefined
    ? spellingsOf(path, cwd, files)
    : { lexical: normalizePath(path, cwd), real: realPath };
}

/**
 * The places to judge for an action that says where its path leads: there, and where the path leads now, if that is another place. One of
 * both looks was too early or too late.
 */
export function placesOf(action: FileAction, cwd: string, files: Files): readonly FileAction[] {
  if (action.path === undefined || action.realPath === undefined) return [action];
  const { real } = spellingsOf(action.path, cwd, files);
  return real === action.realPath ? [action] : [{ ...action, realPath: real }, action];
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
