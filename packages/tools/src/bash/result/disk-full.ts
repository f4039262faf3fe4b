import { statfsSync } from 'node:fs';

/** Fewer bytes left are treated as none: a command's last write may have been cut short. */
const NEARLY_NONE = 4096;

/** A sentence if the disk for a command's output is full, so that output may be missing. */
export function diskFullNote(path: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize >= NEARLY_NONE) return undefined;
  } catch {
    return undefined;
  }
  return 'The disk for the output is full: what the command printed after that is lost, and the command may have failed because of it.';
}
