const TRUSTED_DIRECTORIES = new Set(['/bin', '/usr/bin', '/usr/local/bin', '/sbin', '/usr/sbin']);

/** The name of a program that is found by the search path or in a system directory. */
export function bareName(word: string | undefined): string | undefined {
  if (word === undefined || !word.includes('/')) return word;
  const slash = word.lastIndexOf('/');
  return TRUSTED_DIRECTORIES.has(word.slice(0, slash)) ? word.slice(slash + 1) : undefined;
}
