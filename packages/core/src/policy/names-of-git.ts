import type { FileAction } from '../permission/action.ts';
import type { GitNames } from '../ports/files.ts';
import type { Judge } from './judge.ts';

type Listed = Map<string, readonly string[] | undefined>;

/** What git answered while one call is decided. */
const answers = new WeakMap<Judge, Listed>();

/**
 * The files that git may name at a path, or in the whole repository (`isOfTop`); undefined where that isn't certain: git can't be asked,
 * the path belongs to a repository within the one that git is asked for, or to none.
 * @param path absolute and real
 */
export function namesOfGit(
  judge: Judge,
  { gitRunsIn = [], isOfTop }: FileAction,
  path: string,
  which: GitNames,
): readonly string[] | undefined {
  if (gitRunsIn.length === 0) return undefined;
  const found = gitRunsIn.map((given) => {
    const directory = judge.files.identify(given, '/').realPath;
    const names = listed(judge, directory, which);
    if (names === undefined || isOfTop === true) return names?.map((name) => withoutSlash(name));
    const isOfOther = names.some((name) => name === `${path}/` || path.startsWith(`${withoutSlash(name)}/`));
    if (isOfOther) return undefined;
    const meant = names.filter((name) => isAtOrBelow(name, path));
    // It may be outside of the repository.
    return meant.length > 0 || isAtOrBelow(path, directory)
      ? meant.map((name) => withoutSlash(name))
      : undefined;
  });
  const known = found.filter((names) => names !== undefined);
  return known.length === found.length ? known.flat() : undefined;
}

function listed(judge: Judge, directory: string, which: GitNames): readonly string[] | undefined {
  const known: Listed = answers.get(judge) ?? new Map();
  answers.set(judge, known);
  const key = `${which} ${directory}`;
  if (!known.has(key)) known.set(key, judge.files.gitNames(directory, which));
  return known.get(key);
}

const withoutSlash = (name: string): string => name.replace(/\/$/u, '');

function isAtOrBelow(name: string, path: string): boolean {
  return name === path || name.startsWith(path === '/' ? path : `${path}/`);
}
