/** Errors with no other cause than a refused write: EROFS of a read-only mount, EBUSY of a mount point itself. */
const SURE = /read-only file system|\bEROFS\b|device or resource busy|\bEBUSY\b/i;
/** How a line starts if a program reports its own error; searches and diffs put other text before what they quote. */
const SPOKEN = /^[A-Za-z/.][^:]{0,200}: /;

/**
 * The lines of an output that prove a refused write even if the command succeeded. A successful program may have printed anything, such
 * as an old log, so ambiguous words like "permission denied" prove nothing here.
 */
export function sureLines(output: string): string {
  if (!SURE.test(output)) return '';
  return output
    .split('\n')
    .filter((line) => SPOKEN.test(line) && SURE.test(line))
    .join('\n');
}
