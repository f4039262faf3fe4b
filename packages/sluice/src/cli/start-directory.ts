import { accessSync, constants } from 'node:fs';
import { realDirectory } from '@sluice/base';

type StartDirectory =
  /** Absolute and real. */
  { readonly ok: true; readonly directory: string } | { readonly ok: false; readonly message: string };

/**
 * The directory that a command works in: the given one, or the current one.
 * @param argument the option that set it; empty for a positional argument
 * @param enter throws if the directory can't be entered
 */
export function startDirectory(
  given: string | undefined,
  argument = '--cwd',
  enter = mayEnter,
): StartDirectory {
  if (given === '') return { ok: false, message: `${argument === '' ? 'the directory' : argument} is empty` };
  const directory = realDirectory(given ?? '.');
  if (directory !== undefined) {
    try {
      enter(directory);
      return { ok: true, directory };
    } catch {
      return { ok: false, message: `can't enter ${given ?? directory}: permission denied` };
    }
  }
  const message =
    given === undefined
      ? 'the current directory no longer exists; change to another one, or use --cwd DIR'
      : `${argument} ${given}: not a directory`.trimStart();
  return { ok: false, message };
}

function mayEnter(directory: string): void {
  accessSync(directory, constants.X_OK);
}
