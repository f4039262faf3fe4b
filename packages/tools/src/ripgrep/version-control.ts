/**
 * Keeps the stores of version control out of a walk: thousands of files that no search is for, and that change under
 * git's hands. Stands after every other glob, since the last one that matches wins. The search root itself is never
 * excluded, so that naming `.git/hooks` finds what is in it.
 */
export const WITHOUT_VERSION_CONTROL: readonly string[] = ['.git', '.hg', '.svn', '.jj'].map(
  (name) => `--glob=!${name}`,
);
