import { errorText, takeLock } from '@sluice/base';
import { nameFile } from './name-file.ts';

/**
 * Git marks a worktree as `initializing` until it is made, and Sluice locks it afterwards: in between, another session would
 * take a live one's for one whose maker was killed. A sentence: why there is no lock.
 */
export function takeNameLock(
  commonDirectory: string,
  name: string,
): { readonly release: () => void } | string {
  try {
    const taken = takeLock(nameFile(commonDirectory, name, 'lock'));
    if (taken.ok) return taken;
    return `another session (process ${taken.holder.pid}) is creating the worktree ${name} right now; try again in a moment, or choose another name`;
  } catch (error) {
    return `the repository's data can't be written: ${errorText(error)}`;
  }
}
