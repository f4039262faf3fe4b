import { realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

interface CwdFacts {
  /** The session's working directory when the command started. */
  readonly current: string;
  /** Where the command's shell ended; undefined if it couldn't report that. */
  readonly final: string | undefined;
  /** Where a shell may be: real paths, the original one first. */
  readonly workspace: readonly string[];
  /** A successful command of the main agent. */
  readonly canMove: boolean;
}

/** The session's next working directory (undefined: unchanged), and what to tell the model about it. */
interface NextCwd {
  readonly cwd?: string;
  readonly note?: string;
}

export function nextCwd({ current, final, workspace, canMove }: CwdFacts): NextCwd {
  const real = realDirectory(current);
  if (real === undefined) {
    const fallback = firstDirectory(workspace);
    return fallback === undefined
      ? { note: `The working directory ${current} no longer exists.` }
      : { cwd: fallback, note: resetNote(fallback) };
  }
  if (final === undefined || final === real) return {};
  if (!canMove) return { note: resetNote(current) };
  if (isInside(final, workspace) && isDirectory(final)) return { cwd: final };
  const original = firstDirectory(workspace) ?? current;
  return original === real ? { note: resetNote(original) } : { cwd: original, note: resetNote(original) };
}

export function firstDirectory(paths: readonly string[]): string | undefined {
  return paths.find(isDirectory);
}

export function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return isDirectory(real) ? real : undefined;
  } catch {
    return undefined;
  }
}

function resetNote(directory: string): string {
  return `Shell cwd was reset to ${directory}`;
}

function isInside(path: string, directories: readonly string[]): boolean {
  return directories.some(
    (directory) =>
      path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep),
  );
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
