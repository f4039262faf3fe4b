/** `~`, `$HOME`, `${HOME:?}`, `~alice`, with slashes and dots behind it that lead nowhere else. */
const HOME = /^(?:~[^/]*|\$HOME|\$\{HOME(?:[^A-Za-z0-9_}][^}]*)?\})(?:\/+\.?)*$/u;

/** One of a list in braces. */
const IN_BRACES = /[{,](?:~|\$HOME|\$\{HOME\})[^,}]*[,}]/u;

/**
 * Whether a word, as it stands in the source, names a home directory, whatever that is where the command runs. Quoted by
 * single quotes or a backslash it is no such word: that must be known already.
 */
export function namesHome(written: string): boolean {
  const bare = written.replaceAll(/["']/gu, '');
  return HOME.test(bare) || IN_BRACES.test(bare);
}
