/** What a refused write says and nothing else does: EROFS of a read-only mount, EBUSY of what is a mount itself. */
const SURE = /read-only file system|\bEROFS\b|device or resource busy|\bEBUSY\b/i;
/** As a program begins that speaks of itself; a search or a list of changes puts other things before what it quotes. */
const SPOKEN = /^[A-Za-z/.][^:]{0,200}: /;

/**
 * The lines of an output that prove a refused write even where the command has ended well. A program that ends well may
 * have printed anything, an old log for instance, so that words with other meanings, as "permission denied", prove nothing here.
 */
export function sureLines(output: string): string {
  if (!SURE.test(output)) return '';
  return output
    .split('\n')
    .filter((line) => SPOKEN.test(line) && SURE.test(line))
    .join('\n');
}
