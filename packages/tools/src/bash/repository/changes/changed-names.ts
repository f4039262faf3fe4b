import { join } from 'node:path';
import type { GitChange } from '@sluice/core';
import { GitAsker, NoAnswer, type Difference } from './git-asker.ts';
import { asChanged, mergedNames, type Step } from './merged-names.ts';
import { parentsOf, pickedSteps } from './picked-steps.ts';
import { rebasedNames } from './rebased-names.ts';

/**
 * The files that a change of the work tree may write or remove, as absolute paths. Where git can't tell them, it is the whole work tree,
 * with a slash at its end; undefined: there is none.
 */
export function changedNames(git: GitAsker, change: GitChange): readonly string[] | undefined {
  const top = topOf(git);
  if (top === undefined) return undefined;
  try {
    return named(git, change, differencesOf(git, change)).map((path) => join(top, path));
  } catch (error) {
    if (error instanceof NoAnswer) return [join(top, '/')];
    throw error;
  }
}

function topOf(git: GitAsker): string | undefined {
  try {
    return git.text(['rev-parse', '--show-toplevel']).replace(/\n$/u, '') || undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** The commit of a submodule is no file; with it, what it has may change. */
function named(git: GitAsker, { isRecursive }: GitChange, changes: readonly Difference[]): readonly string[] {
  const submodules = changes.some(({ isSubmodule }) => isSubmodule);
  const changesThem = submodules && (isRecursive === true || git.isOn('submodule.recurse'));
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
      return [...git.tracked, ...commitsOf(git, commits).flatMap((commit) => git.pathsOf(commit))].map(
        (path) => asChanged(path),
      );
    case 'merge':
      if ([...git.settings.keys()].some((key) => /^branch\..*\.mergeoptions$/u.test(key)))
        throw new NoAnswer('options are set');
      return mergedNames(
        git,
        commits.map((commit): Step => {
          const id = onlyCommit(git, commit);
          return [git.base(headOf(git), id), id];
        }),
      );
    case 'pick':
    case 'revert':
      return mergedNames(git, pickedSteps(git, commits, by));
    case 'stash':
      return commits.flatMap((entry) => stashedIn(git, entry));
    case 'rebase': {
      const [onto = '', upstream = '', branch = ''] = commits;
      return rebasedNames(git, {
        head: headOf(git),
        onto: onto === '' ? undefined : onlyCommit(git, onto),
        upstream: onlyCommit(git, upstream),
        branch: onlyCommit(git, branch),
      });
    }
    case 'anything':
      throw new NoAnswer('what it does is not known');
    default:
      return by satisfies never;
  }
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
  const names = [`${name}^{commit}`, ...(/^[\w./+-]+$/u.test(name) ? [`refs/heads/${name}^{commit}`] : [])];
  return git.ids(names).filter((id) => id !== undefined);
}

/** What is no commit is a path, or git fails. A name that only a branch of a remote has makes a branch of that name. */
function commitsOf(git: GitAsker, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const found = candidates(git, name);
    if (found.length > 0 || !/^[\w./+-]+$/u.test(name)) return [...new Set(found)];
    const words = ['for-each-ref', '--format=%(objectname)', `refs/remotes/**/${name}`];
    return git.text(words).split('\n').filter(Boolean);
  });
}

/** A stash keeps the commit it was made on, the index and, if it took them, files that were not tracked. */
function stashedIn(git: GitAsker, name: string): readonly Difference[] {
  const [id] = git.ids([`${name}^{commit}`]);
  // Then there is nothing to take from.
  if (id === undefined) return [];
  const [entry] = parentsOf(git, ['--no-walk', id]);
  const [base, index, untracked] = entry?.parents ?? [];
  if (base === undefined || index === undefined) throw new NoAnswer('not an entry of the stash');
  const others = untracked === undefined ? [] : git.pathsOf(untracked).map((path) => asChanged(path));
  return [...mergedNames(git, [[base, id]]), ...git.differences([[base, index]]), ...others];
}
