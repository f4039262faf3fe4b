import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { groupIn, isOpen, placesIn } from './find-cgroup.ts';

/** Whether the memory of commands can be limited. */
export type MemoryPlace =
  | {
      readonly isAvailable: true;
      /** Absolute path of the group below which one with a limit can be created. */
      readonly directory: string;
      /** Absolute path of this process's group. */
      readonly own: string;
      /** The version of control groups: their file names differ. */
      readonly version: 1 | 2;
    }
  | {
      readonly isAvailable: false;
      /** A full sentence for the user. */
      readonly reason: string;
    };

/** Checks the control groups of this machine. */
export function findMemoryPlace(): MemoryPlace {
  try {
    return memoryPlaceIn(
      readFileSync('/proc/self/cgroup', 'utf8'),
      readFileSync('/proc/self/mountinfo', 'utf8'),
    );
  } catch {
    return unavailable('This system has no control groups.');
  }
}

/** The same, from the text of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export function memoryPlaceIn(groups: string, mounts: string): MemoryPlace {
  const older = olderPlace(groups, mounts);
  if (older !== undefined) {
    return isOpen(older)
      ? { isAvailable: true, directory: older, own: older, version: 1 }
      : unavailable(`This user can't create control groups in ${older}.`);
  }
  const group = groupIn(groups);
  const place = group === undefined ? undefined : placesIn(mounts, group, 'cgroup2').at(-1);
  if (place === undefined) return unavailable('No control groups are mounted.');
  // A group that contains processes, like this program's, can't share its memory with child groups; a group above it may.
  for (let at = place.directory; ; at = dirname(at)) {
    if (givesMemory(at) && isOpen(at)) {
      return { isAvailable: true, directory: at, own: place.directory, version: 2 };
    }
    if (relative(place.point, at) === '' || at === dirname(at)) break;
  }
  return unavailable(
    `None of the control groups from ${place.directory} up to ${place.point} that this user can change delegates the memory controller to its children.`,
  );
}

function unavailable(reason: string): MemoryPlace {
  return { isAvailable: false, reason };
}

/** Version 1 has a separate tree of groups for memory. */
function olderPlace(groups: string, mounts: string): string | undefined {
  for (const line of groups.split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    if (!controllers.split(',').includes('memory')) continue;
    const place = placesIn(mounts, path.join(':'), 'cgroup', 'memory').at(-1);
    if (place !== undefined) return place.directory;
  }
  return undefined;
}

function givesMemory(directory: string): boolean {
  try {
    return readFileSync(join(directory, 'cgroup.subtree_control'), 'utf8').split(/\s/).includes('memory');
  } catch {
    return false;
  }
}
