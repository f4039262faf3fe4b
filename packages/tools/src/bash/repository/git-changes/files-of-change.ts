import { basename, join, resolve } from 'node:path';
import type { GitChange } from '@sluice/core';
import { GitAsker, NoAnswer, type Difference } from './git-asker.ts';
import { asChanged, filesOfMerge, type Step } from './files-of-merge.ts';
import { pickedSteps } from './picked-steps.ts';
import { filesOfAbort, filesOfContinue } from './files-of-operation.ts';
import { filesOfRebase } from './files-of-rebase.ts';
import { filesOfStash } from './files-of-stash.ts';
import { filesShown } from './files-shown.ts';

/**
 * The files that a change of the work tree may write or remove, as absolute paths. Where git can't tell them, it is the whole work tree,
 * with a slash at its end; undefined: there is none.
 */
export function filesOfChange(git: GitAsker, change: GitChange): readonly string[] | undefined {
  const top = topOf(git);
  if (top === undefined) return undefined;
  try {
    if (change.by === 'tree') return filesOfTree(git, top, change.commits);
    return named(git, change, differencesOf(git, change)).map((path) => join(top, path));
  } catch (error) {
    if (error instanceof NoAnswer) return [join(top, '/')];
    throw error;
  }
}

/** What comes into a directory that becomes a work tree. */
function filesOfTree(
  git: GitAsker,
  top: string,
  [target = '', commit = '']: readonly string[],
): readonly string[] {
  const directory = target === '' ? top : resolve(git.directory, target);
  // Without a name, it is a branch that is called as the directory is, or the current commit.
  const branch = basename(target);
  const commits =
    commit === '' ? [headOf(git), ...commitsOf(git, branch === '' ? [] : [branch])] : treesOf(git, [commit]);
  return [...new Set(commits)].flatMap((one) => git.pathsOf(one)).map((path) => join(directory, path));
}

function topOf(git: GitAsker): string | undefined {
  try {
    return git.text(['rev-parse', '--show-toplevel']).replace(/\n$/u, '') || undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** The commit of a submodule is not a file; with it, what it has may change. */
function named(
  git: GitAsker,
  { by, isRecursive }: GitChange,
  changes: readonly Difference[],
): readonly string[] {
  const submodules = changes.some(({ isSubmodule }) => isSubmodule);
  const showsThem = (by === 'show' || by === 'stash') && git.settings.has('diff.submodule');
  const changesThem = submodules && (isRecursive === true || showsThem || git.isOn('submodule.recurse'));
  return changes.flatMap(({ path, isSubmodule }) =>
    isSubmodule ? (changesThem ? [`${path}/`] : []) : [path],
  );
}

function differencesOf(git: GitAsker, change: GitChange): readonly Difference[] {
  const own = ofChange(git, change);
  const { by } = change;
  // What isn't in the pattern of a sparse checkout any more goes away, and the other way round.
  const mayBeAny =
    by !== 'reset' &&
    (git.isOn('core.sparsecheckout') || ((by === 'merge' || by === 'rebase') && git.isOn(`${by}.autostash`)));
  return mayBeAny ? [...own, ...git.tracked.map((path) => asChanged(path))] : own;
}

function ofChange(git: GitAsker, { by, commits }: GitChange): readonly Difference[] {
  switch (by) {
    case 'switch':
      return git.differences(commitsOf(git, commits).map((commit) => [headOf(git), commit]));
    case 'reset':
      return [...git.tracked, ...treesOf(git, commits).flatMap((tree) => git.pathsOf(tree))].map((path) =>
        asChanged(path),
      );
    case 'merge':
      if ([...git.settings.keys()].some((key) => SETS_MERGE.test(key))) throw new NoAnswer('options are set');
      // Git merges all that were fetched, or that are configured; as a commit, these names are the first of them.
      if (commits.some((name) => name === 'FETCH_HEAD' || (/^@\{u/iu.test(name) && mergesSeveral(git))))
        throw new NoAnswer('may be several commits');
      return filesOfMerge(
        git,
        commits.map((commit): Step => {
          const id = onlyCommit(git, commit);
          return [git.base(headOf(git), id), id];
        }),
      );
    case 'pick':
    case 'revert':
      return filesOfMerge(git, pickedSteps(git, commits, by));
    case 'stash':
      return commits.flatMap((entry) => filesOfStash(git, entry));
    case 'rebase': {
      const [onto = '', upstream = '', branch = ''] = commits;
      return filesOfRebase(git, {
        head: headOf(git),
        onto: onto === '' ? undefined : onlyCommit(git, onto),
        upstream: onlyCommit(git, upstream),
        branch: onlyCommit(git, branch),
      });
    }
    case 'am':
      if (git.isOn('am.threeway')) throw new NoAnswer('patches are merged where they do not fit');
      return [];
    case 'abort':
      return filesOfAbort(git, commits[0] ?? '');
    case 'continue':
      return filesOfContinue(git, commits[0] ?? '', commits.includes('skip'));
    case 'show': {
      const [first, count = '', commit = '', merges] = commits;
      if (first !== '')
        return filesShown(git, [
          '--no-walk=unsorted',
          ...beforePaths(git, commits).map((one) => onlyCommit(git, one)),
        ]);
      const limit = count === '' ? [] : [`--max-count=${count}`];
      return filesShown(git, [...limit, onlyCommit(git, commit)], merges === 'no-merges');
    }
    case 'tree':
    case 'anything':
      throw new NoAnswer('what it does is not known');
    default:
      return by satisfies never;
  }
}

/** It can be the name of no object, whatever the repository holds. */
const PATH = /^(?!.*\.\.)(?![\da-f]{4,}$)[\w.][\w./+-]*$/iu;

/**
 * `git show HEAD src/a.ts`: what follows the first name that means no object are paths, and they only leave files out. Without a commit
 * before them it is the current one.
 */
function beforePaths(git: GitAsker, names: readonly string[]): readonly string[] {
  const ids = git.ids(names);
  const first = names.findIndex((name, at) => ids[at] === undefined && PATH.test(name));
  if (first === -1) return names;
  return first === 0 ? ['HEAD'] : names.slice(0, first);
}

function headOf(git: GitAsker): string {
  return onlyCommit(git, 'HEAD');
}

/** Where a branch and a tag have the same name, commands differ in which they take. */
function onlyCommit(git: GitAsker, name: string): string {
  const [found, ...others] = new Set(candidates(git, name));
  if (found === undefined || others.length > 0) throw new NoAnswer(`${name} is not one commit`);
  return found;
}

function candidates(git: GitAsker, name: string): readonly string[] {
  if (name === '' || name.includes('...')) throw new NoAnswer('not the name of a commit');
  return git.ids(namesOf(name, 'commit')).filter((id) => id !== undefined);
}

/** `:/text` is a commit by its message, and takes the rest of the word for text. */
function namesOf(name: string, type: 'commit' | 'tree'): readonly string[] {
  if (name.startsWith(':/') || (type === 'tree' && name.includes(':'))) return [name];
  return [`${name}^{${type}}`, ...(mayBeBranch(name) ? [`refs/heads/${name}^{${type}}`] : [])];
}

const mayBeBranch = (name: string): boolean => !/[\s~^:?*[\\]|\.\./u.test(name);

/** A tree need not be a commit's. */
function treesOf(git: GitAsker, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    if (name === '' || name.includes('...')) throw new NoAnswer('not the name of a tree');
    const found = git.ids(namesOf(name, 'tree')).filter((id) => id !== undefined);
    if (found.length > 0) return [...new Set(found)];
    if (!mayBeBranch(name)) throw new NoAnswer(`${name} is not known`);
    return guessed(git, name);
  });
}

/** What is not a commit is a path, or git fails. A name that only a branch of a remote has makes a branch of that name. */
function commitsOf(git: GitAsker, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const found = candidates(git, name);
    return found.length > 0 || !mayBeBranch(name) ? [...new Set(found)] : guessed(git, name);
  });
}

/** The branches of remotes from which git may make one of this name. */
function guessed(git: GitAsker, name: string): readonly string[] {
  const places = git.entries.filter(([key]) => /^remote\..*\.fetch$/u.test(key));
  if (places.some(([, place]) => !USUAL_PLACE.test(place)))
    throw new NoAnswer('branches of remotes are elsewhere');
  const refs = git.text(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/remotes']).split('\n');
  return refs.filter((ref) => ref.endsWith(`/${name}`)).map((ref) => ref.slice(0, ref.indexOf(' ')));
}

/** Branches that keep their names below `refs/remotes`, or tags. */
const USUAL_PLACE =
  /^\+?(?:refs\/heads\/((?:[^*:]*\/)?[^*:/]+|\*):refs\/remotes\/[^*:]+\/\1|refs\/tags\/.*|tag .*)$/u;

/** They decide on the strategy of a merge and its options. */
const SETS_MERGE = /^(?:branch\..*\.mergeoptions|pull\.(?:twohead|octopus))$/u;

function mergesSeveral(git: GitAsker): boolean {
  const keys = git.entries.map(([key]) => key).filter((key) => /^branch\..*\.merge$/u.test(key));
  return new Set(keys).size < keys.length;
}
