import { statfsSync } from 'node:fs';

/** Less than this many bytes left counts as none: a command's last write may have been cut short there. */
const NEARLY_NONE = 4096;

/** A sentence when the disk that holds a command's output is full, so that some of the output may be missing. */
export function diskFullNote(path: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize >= NEARLY_NONE) return undefined;
  } catch {
    return undefined;
  }
  return 'The disk that keeps the output is full: what the command printed after that is lost, and it may have failed for it.';
}
