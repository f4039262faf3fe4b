/**
 * Excludes the directories of version control systems: thousands of files that no search is for, and that change while git works. Comes
 * after every other glob, because the last match wins. The search root itself is never excluded, so that naming `.git/hooks` finds what
 * is in it.
 */
export const WITHOUT_VERSION_CONTROL: readonly string[] = ['.git', '.hg', '.svn', '.jj'].map(
  (name) => `--glob=!${name}`,
);
