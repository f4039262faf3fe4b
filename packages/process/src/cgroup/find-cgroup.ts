import { accessSync, constants, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Whether commands can have their own control groups. */
export type CgroupSupport =
  | {
      readonly isAvailable: true;
      /** Absolute path of this process's group, below which others can be created. */
      readonly directory: string;
    }
  | {
      readonly isAvailable: false;
      /** A full sentence for the user. */
      readonly reason: string;
    };

let known: CgroupSupport | undefined;

/** Checked once per process: control groups version 2, mounted anywhere, and writable by this user. */
export function findCgroup(): CgroupSupport {
  return (known ??= look());
}

function look(): CgroupSupport {
  try {
    const group = groupIn(readFileSync('/proc/self/cgroup', 'utf8'));
    const directory =
      group === undefined ? undefined : directoryIn(readFileSync('/proc/self/mountinfo', 'utf8'), group);
    if (directory === undefined) return unavailable('Control groups version 2 are not mounted.');
    return isOpen(directory)
      ? { isAvailable: true, directory }
      : unavailable(`This user can't create control groups in ${directory}.`);
  } catch {
    return unavailable('This system has no control groups.');
  }
}

function unavailable(reason: string): CgroupSupport {
  return { isAvailable: false, reason };
}

/** Moving a process means writing to both the group it leaves and the one it enters. */
export function isOpen(directory: string): boolean {
  try {
    for (const path of [directory, join(directory, 'cgroup.procs')]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The line `0::/path` of `/proc/self/cgroup` (cgroups(7)). */
export function groupIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith('0::/'));
  return line?.slice(3);
}

/** Where a group is mounted, from `/proc/self/mountinfo`; if there are several places, the last. */
export function directoryIn(text: string, group: string): string | undefined {
  return placesIn(text, group, 'cgroup2').at(-1)?.directory;
}

/** All places where a group is mounted, each with its mount point; with `controller`, only those of that controller. */
export function placesIn(
  text: string,
  group: string,
  type: 'cgroup' | 'cgroup2',
  controller?: string,
): readonly { readonly directory: string; readonly point: string }[] {
  return text.split('\n').flatMap((line) => {
    const [fields = '', rest = ''] = line.split(' - ');
    const [, , , root = '', mountPoint = ''] = fields.split(' ');
    const [found, , options = ''] = rest.split(' ');
    if (found !== type) return [];
    if (controller !== undefined && !options.split(',').includes(controller)) return [];
    const beneath = relative(unescaped(root), group);
    const point = unescaped(mountPoint);
    return beneath.startsWith('..') ? [] : [{ directory: join(point, beneath), point }];
  });
}

/** Spaces in paths are octal there. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_match, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
