import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { groupIn, isOpen, placesIn } from './find-cgroup.ts';

/** Whether the memory of commands can be limited. */
export type MemoryPlace =
  | {
      readonly isAvailable: true;
      /** Absolute path of the group beneath which one with a limit can be made. */
      readonly directory: string;
      /** Absolute path of the group that this process is in. */
      readonly own: string;
      /** Of control groups, which name their files differently. */
      readonly version: 1 | 2;
    }
  | {
      readonly isAvailable: false;
      /** For a person, a whole sentence. */
      readonly reason: string;
    };

/** Looks at the control groups of this machine. */
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

/** The same by the text of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export function memoryPlaceIn(groups: string, mounts: string): MemoryPlace {
  const older = olderPlace(groups, mounts);
  if (older !== undefined) {
    return isOpen(older)
      ? { isAvailable: true, directory: older, own: older, version: 1 }
      : unavailable(`This user may make no control groups in ${older}.`);
  }
  const group = groupIn(groups);
  const place = group === undefined ? undefined : placesIn(mounts, group, 'cgroup2').at(-1);
  if (place === undefined) return unavailable('No control groups are mounted.');
  // One with processes of its own, as this program's is, can't give its memory to others; one above it may.
  for (let at = place.directory; ; at = dirname(at)) {
    if (givesMemory(at) && isOpen(at)) {
      return { isAvailable: true, directory: at, own: place.directory, version: 2 };
    }
    if (relative(place.point, at) === '' || at === dirname(at)) break;
  }
  return unavailable(
    `Of the control groups from ${place.directory} up to ${place.point} none that is open to this user gives its memory to groups beneath it.`,
  );
}

function unavailable(reason: string): MemoryPlace {
  return { isAvailable: false, reason };
}

/** Version 1 has a tree of groups for memory alone. */
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
