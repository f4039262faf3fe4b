import type { Files } from '../ports/files.ts';
import type { FileAction } from '../permission/action.ts';
import { spellingsOfAction } from '../permission/paths/spellings.ts';
import type { Judge } from './judge.ts';
import { gitFilesAtPath } from './git-files-at-path.ts';
import type { PermissionQuery } from './policy.ts';

/** More names of git aren't looked at one by one. */
const MAX_NAMES = 5_000;

/** Names that stay what they are, as seen from where they are listed. */
const KEEPING: Readonly<Record<NonNullable<FileAction['areWords']>, RegExp>> = {
  whole: /^[^-]/u,
  split: /^[^\-\s'"\\][^\s'"\\]*$/u,
  expanded: /^[^\-\s'"\\*?[~][^\s'"\\*?[]*$/u,
};

interface ListAnswer {
  readonly keepsNames: boolean;
  /** The same, looked at again. */
  readonly again: () => boolean;
}

/** While one call is decided, a list is looked at once. */
const answers = new WeakMap<PermissionQuery, Map<string, ListAnswer>>();

/** Tells whether lists still become what a decision rests on. Undefined: it rests on none. */
export function listsCheck(query: PermissionQuery): (() => boolean) | undefined {
  const known = answers.get(query);
  if (known === undefined) return undefined;
  return () => [...known.values()].every(({ keepsNames, again }) => again() === keepsNames);
}

/** As it is, where the words that a list becomes are the names in it; otherwise they may name any file. */
export function asListed(judge: Judge, action: FileAction): FileAction {
  const { areWords, path, gitNames } = action;
  if (areWords === undefined || path === undefined) return action;
  const known = answers.get(judge.query) ?? new Map<string, ListAnswer>();
  answers.set(judge.query, known);
  const key = JSON.stringify([path, areWords, gitNames]);
  const look = (files: Files): boolean => areNames({ ...judge, files }, action, path, KEEPING[areWords]);
  const again = (): boolean => look(judge.filesNow);
  const { keepsNames } = known.get(key) ?? { keepsNames: look(judge.files) };
  known.set(key, { keepsNames, again });
  return keepsNames ? action : { ...action, path: undefined };
}

function areNames(judge: Judge, action: FileAction, path: string, keeping: RegExp): boolean {
  const { files, query } = judge;
  const { real } = spellingsOfAction(path, action, query.cwd, files);
  const start = real === '/' ? real : `${real}/`;
  const isKept = (name: string): boolean => name.startsWith(start) && keeping.test(name.slice(start.length));
  const { gitNames } = action;
  if (gitNames === undefined)
    return action.areWords === 'whole' || files.entriesBeneath(real)?.every(isKept) === true;
  const names = gitFilesAtPath(judge, action, real, gitNames)?.map((name) => name.replace(/\/$/u, ''));
  // A link that git tracks may lead anywhere.
  const isItself = (name: string): boolean => files.identify(name, '/').realPath === name;
  return (
    names !== undefined && names.length <= MAX_NAMES && names.every((name) => isKept(name) && isItself(name))
  );
}
