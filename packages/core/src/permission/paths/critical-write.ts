import { presentItems } from '@sluice/base';
import type { PermissionContext } from '../context/context.ts';
import type { FileAction } from '../action.ts';
import { isInside } from './is-inside.ts';

/** Disks and their partitions, by the names that Linux and macOS give them. */
const DISK =
  /^\/dev\/(?:[shvx]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|disk\/|dm-\d|mapper\/(?!control$)|md\d|zvol\/)/u;

/** Without their own owners and modes, a machine does not work. */
const SYSTEM = new Set(
  '/ /bin /boot /etc /home /lib /lib64 /root /sbin /usr /var /private /System /Library'.split(' '),
);

interface CriticalWrite {
  /** What it is, continuing "which is". */
  readonly what: string;
  readonly does: 'overwrite' | 'change-access' | 'change-contents';
}

/**
 * A write that, as a critical removal, can't be undone and that no rule or mode may approve: to a disk itself, or to everything in a
 * system directory or home directory, whether of its contents or of its permissions and owners. Undefined: nothing like that.
 *
 * @param spellings absolute paths of the target
 */
export function criticalWrite(
  action: FileAction,
  spellings: readonly string[],
  { home, workingDirectories }: Pick<PermissionContext, 'home' | 'workingDirectories'>,
): CriticalWrite | undefined {
  if (action.access !== 'write') return undefined;
  if (spellings.some((path) => DISK.test(path))) return { what: 'a disk', does: 'overwrite' };
  if (action.reachesAll !== true) return undefined;
  const does = action.changesAccess === true ? 'change-access' : 'change-contents';
  const homes = presentItems([home, ...(action.homes ?? [])]);
  for (const path of spellings) {
    const isWorkspace = workingDirectories.includes(path) && path !== '/' && !homes.includes(path);
    if (isWorkspace) continue;
    if (SYSTEM.has(path)) return { what: 'a system directory', does };
    if (homes.includes(path)) return { what: 'the home directory', does };
    if (homes.some((directory) => isInside(directory, path)))
      return { what: 'a directory that contains the home directory', does };
  }
  return undefined;
}
