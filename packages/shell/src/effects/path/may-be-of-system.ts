/** What machines have in the root, and other directories rarely. */
const OF_SYSTEM =
  /^\/(?:s?bin|boot|dev|etc|home|lib(?:32|64)?|opt|proc|root|srv|sys|usr|var|private|Users|System|Library|Applications)?$/u;

/** Whether a path that a line has only if variables are empty is one that a machine needs: `/etc`, but not `/build`. */
export function mayBeOfSystem(path: string): boolean {
  return OF_SYSTEM.test(path) || path.lastIndexOf('/') > 0;
}
