import { accessSync, constants } from 'node:fs';

/**
 * The `rg` to run: the bundled binary if it is installed and executable, else the name `rg`, looked up on PATH. The package is imported
 * only for the first search, because that takes a disk lookup. Never rejects.
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
