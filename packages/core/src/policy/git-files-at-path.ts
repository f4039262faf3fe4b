import type { FileAction } from '../permission/action.ts';
import type { Files, GitNames } from '../ports/files.ts';
import type { Judge } from './judge.ts';
import type { PermissionQuery } from './policy.ts';

/** What git answered, by question. */
type Answers = Map<string, GitAnswer>;

interface GitAnswer {
  readonly directory: string;
  readonly which: GitNames;
  readonly names: readonly string[] | undefined;
}

/** While one call is decided, git is asked each question once. */
const answers = new WeakMap<PermissionQuery, Answers>();

/** Tells whether git still says what a decision rests on. Undefined: it rests on nothing that git said. */
export function gitFilesCheck(query: PermissionQuery, files: Files): (() => boolean) | undefined {
  const known = answers.get(query);
  if (known === undefined) return undefined;
  return () =>
    [...known.values()].every(({ directory, which, names }) => {
      const now = files.gitNames(directory, which);
      if (now === undefined || names === undefined) return now === names;
      return now.length === names.length && now.every((name, index) => name === names[index]);
    });
}

/**
 * The files that git may name at a path, or in the whole repository (`isOfTop`); undefined where that isn't certain: git can't be asked,
 * the path belongs to a repository within the one that git is asked for, or to none. Directories end with a slash.
 * @param path absolute and real
 */
export function gitFilesAtPath(
  judge: Judge,
  { gitRunsIn = [], isOfTop }: FileAction,
  path: string,
  which: GitNames,
): readonly string[] | undefined {
  if (gitRunsIn.length === 0) return undefined;
  const found = gitRunsIn.map((given) => {
    const directory = judge.files.identify(given, '/').realPath;
    const names = listed(judge, directory, which);
    if (names === undefined || isOfTop === true) return names;
    const isOfOther = names.some((name) => name === `${path}/` || path.startsWith(`${withoutSlash(name)}/`));
    if (isOfOther) return undefined;
    const meant = names.filter((name) => isAtOrBelow(name, path));
    // It may be outside of the repository.
    return meant.length > 0 || isAtOrBelow(path, directory) ? meant : undefined;
  });
  const known = found.filter((names) => names !== undefined);
  return known.length === found.length ? known.flat() : undefined;
}

function listed({ query, files }: Judge, directory: string, which: GitNames): readonly string[] | undefined {
  const known: Answers = answers.get(query) ?? new Map();
  answers.set(query, known);
  const key = JSON.stringify([directory, which]);
  const answer = known.get(key) ?? { directory, which, names: files.gitNames(directory, which) };
  known.set(key, answer);
  return answer.names;
}

const withoutSlash = (name: string): string => name.replace(/\/$/u, '');

function isAtOrBelow(name: string, path: string): boolean {
  return name === path || name.startsWith(path === '/' ? path : `${path}/`);
}
