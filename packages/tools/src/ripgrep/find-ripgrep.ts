import { accessSync, constants } from 'node:fs';

/**
 * The `rg` to run: the bundled binary where it is installed and executable, else the name `rg`, to be found on PATH.
 * The package is imported at the first search only, since it costs a look-up on disk. Never rejects.
 */
export async function findRipgrep(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    accessSync(rgPath, constants.X_OK);
    return rgPath;
  } catch {
    return 'rg';
  }
}
