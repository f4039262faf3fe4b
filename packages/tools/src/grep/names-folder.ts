import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a glob is just the name of a directory below `root` that the model may know about. */
export function namesFolder(
  glob: string | undefined,
  root: string,
  mayName: (path: string) => boolean,
): boolean {
  if (glob === undefined || /[*?[{!]/.test(glob)) return false;
  const path = join(root, glob.replace(/\/+$/, ''));
  try {
    return (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false) && mayName(path);
  } catch {
    return false;
  }
}
