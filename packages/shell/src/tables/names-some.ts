/**
 * Whether a pattern means certain names only, as `*.o` and `dir*` do and `*` does not. A name with a dot before it, such
 * as `.git`, is none of them.
 */
export function namesSome(pattern: string): boolean {
  const segments = pattern.split('/');
  const rest = segments.slice(segments.findIndex((segment) => /[*?[]/u.test(segment)));
  return (
    rest.every((segment) => !/^\.|[$`\\{}()]/u.test(segment)) &&
    rest.some((segment) => /[\p{L}\p{N}_]/u.test(segment.replaceAll(/\[[^\]]*\]/gu, '')))
  );
}

/** Whether a pattern to search for has a letter or a digit in it. */
export const isText = (pattern: string | undefined): boolean => /[\p{L}\p{N}]/u.test(pattern ?? '');
