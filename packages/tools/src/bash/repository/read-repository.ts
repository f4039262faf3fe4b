import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { present, presentItems } from '@sluice/base';
import { isInside } from '@sluice/core';
import type { GitSetting, RepositoryReport } from '@sluice/shell';
import { alternatesOf } from './alternates.ts';
import { NO_PROGRAMS, type GitAnswer } from './ask-git.ts';
import type { Watched } from './identity.ts';
import { isGenuine } from './is-genuine.ts';
import { createLinkedPlaces } from './linked-places.ts';
import { parseSettings, type ListedSetting } from './parse-settings.ts';
import { parseSetup, type Setup } from './parse-setup.ts';
import { createStrayEntries } from './stray-entries.ts';

type Environment = Readonly<Record<string, string>>;

interface RepositoryWorld {
  /** Runs git in the directory. */
  readonly ask: (words: readonly string[]) => GitAnswer;
  /** The same in another directory with additional variables, to list paths. */
  readonly list: (words: readonly string[], directory: string, more: Environment) => GitAnswer;
  readonly now: () => number;
  readonly home: string | undefined;
  /** `XDG_CONFIG_HOME`. */
  readonly configHome: string | undefined;
}

interface RepositoryReading {
  readonly report: RepositoryReport;
  /** While these are unchanged, git's answer is the same. Undefined if not everything it depends on can be watched. */
  readonly watched: Watched | undefined;
  /** Git failed this time. */
  readonly isPassing: boolean;
}

/** Lists every setting with its origin, and traces the setup. No setting makes git run anything here. */
const LIST = ['--no-pager', 'config', '--list', '-z', '--show-scope', '--show-origin', '--includes'];

/** The entries of the index, with everything disabled that would touch the work tree. */
const LIST_INDEX = [...NO_PROGRAMS, 'ls-files', '-z', '--stage'];

/** Keeps git from finding a repository, whatever its directory is. */
export const NO_REPOSITORY = { GIT_DIR: '/dev/null' } as const;

/** On Linux. */
const ABOVE_ITSELF = '/proc/self/cwd/..';

/**
 * Keeps git from finding a repository in a directory that is in none, and from using one that appears there: git then says that there
 * is none, in its own words.
 */
function keptOut(directory: string): Readonly<Record<string, string>> {
  const above = dirname(directory);
  // A list can't hold such a name; git resolves this one to the directory above that in which it runs.
  const named = above.includes(':') ? ABOVE_ITSELF : above;
  if (named === ABOVE_ITSELF && !existsSync(named)) return NO_REPOSITORY;
  return { GIT_CEILING_DIRECTORIES: named, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
}

/** Asks git what it would use in a directory. */
export function readRepository(directory: string, world: RepositoryWorld): RepositoryReading {
  const watched = new Map<string, 'content' | 'entry'>();
  const unknown = (why: string, isPassing = false): RepositoryReading => ({
    report: { status: 'unknown', why },
    watched,
    isPassing,
  });
  const personal = personalFiles(world);
  for (const path of ['/etc/gitconfig', ...personal]) watched.set(path, 'content');
  const answer = world.ask(LIST);
  if (answer.status === 'failed') {
    watchUpwards(watched, directory, true);
    return unknown(answer.why, answer.isPassing);
  }
  const setup = parseSetup(answer.trace.toString('utf8'));
  const output = answer.output.toString('utf8');
  const base = setup === undefined || setup === 'none' ? directory : setup.directory;
  const listed = parseSettings(output, base);
  if (setup === undefined || listed === undefined || output.includes('\uFFFD')) {
    watchUpwards(watched, directory, true);
    return unknown('git reports its settings in an unknown format');
  }
  watchUpwards(watched, directory, false);
  const isWatched = watchSettings(watched, listed, world.home);
  if (setup === 'none') {
    const settings = listed.map((setting) => ({ ...setting, isOfRepository: false }));
    if (hasRepositoryAbove(directory))
      return unknown('git refuses to use this repository, because of its owner or because it is broken');
    return {
      report: { status: 'none', settings, pins: keptOut(directory) },
      watched: isWatched ? watched : undefined,
      isPassing: false,
    };
  }
  const { gitDirectory, commonDirectory } = setup;
  for (const path of [gitDirectory, commonDirectory]) {
    watched.set(path, 'entry');
    for (const name of [
      'config',
      'config.worktree',
      'commondir',
      'gitdir',
      'HEAD',
      'objects/info/alternates',
    ])
      watched.set(join(path, name), 'content');
  }
  const alternates = alternatesOf(commonDirectory, () => world.ask(['--no-pager', 'count-objects', '-v']));
  if (alternates.status === 'unknown') return unknown(alternates.why);
  for (const path of alternates.paths) watched.set(join(path, 'info/alternates'), 'content');
  const settings = listed.map((setting): GitSetting => ({
    ...setting,
    isOfRepository: isOfRepository(setting, setup, personal),
  }));
  const included = settings.flatMap(({ file, isOfRepository: isOwn }) =>
    isOwn && file !== undefined ? [file] : [],
  );
  const elsewhere = isUsual(setup) ? [] : [join(gitDirectory, 'HEAD'), join(commonDirectory, 'objects')];
  const isItsOwn = elsewhere.length > 0 && isGenuine(setup, listed, directory);
  const places = [
    ...(isItsOwn ? [] : elsewhere),
    ...alternates.paths,
    ...included.filter((file) => !isInside(file, gitDirectory) && !isInside(file, commonDirectory)),
  ];
  const { workTree } = setup;
  const report: RepositoryReport = {
    status: 'found',
    workTree: workTree === undefined ? undefined : asSeenFrom(directory, workTree),
    places: [...new Set(places)],
    ownPlaces: isItsOwn ? elsewhere : [],
    links: createLinkedPlaces({
      gitDirectories: [...new Set([gitDirectory, commonDirectory])],
      objects: alternates.paths,
      now: world.now,
    }),
    settings,
    pins: pinsFor(setup, directory),
    strays:
      workTree === undefined
        ? () => []
        : createStrayEntries({
            list: () => world.list(LIST_INDEX, workTree, pinsFor(setup, workTree)),
            index: join(gitDirectory, 'index'),
            workTree,
            now: world.now,
          }),
  };
  return { report, watched: isWatched ? watched : undefined, isPassing: false };
}

/** The user's own files, even in a home directory that is a work tree. */
function personalFiles({ home, configHome }: RepositoryWorld): readonly string[] {
  const configuration = configHome ?? (home === undefined ? undefined : join(home, '.config'));
  return presentItems([
    home === undefined ? undefined : join(home, '.gitconfig'),
    configuration === undefined || configuration === '' ? undefined : join(configuration, 'git/config'),
  ]);
}

/** A file of the user may include one that the repository provides. */
function isOfRepository(
  { scope, file }: ListedSetting,
  { gitDirectory, commonDirectory, workTree }: Setup,
  personal: readonly string[],
): boolean {
  if (scope === 'local' || scope === 'worktree') return true;
  if (file === undefined || personal.includes(file)) return false;
  const real = realOf(file);
  return [workTree, gitDirectory, commonDirectory].some(
    (place) => place !== undefined && (isInside(file, place) || isInside(real, realOf(place))),
  );
}

/** The git directory is the `.git` directory of the work tree, and shares nothing. */
function isUsual({ workTree, gitDirectory, commonDirectory }: Setup): boolean {
  return (
    workTree !== undefined &&
    gitDirectory === commonDirectory &&
    realOf(gitDirectory) === join(realOf(workTree), '.git')
  );
}

/** Where git looks for a repository: a new entry there may be a nearer one. */
function watchUpwards(watched: Map<string, 'content' | 'entry'>, start: string, isBroken: boolean): void {
  for (let directory = realOf(start); ; directory = dirname(directory)) {
    for (const name of ['.git', 'HEAD', 'objects', 'refs', 'commondir'])
      watched.set(join(directory, name), 'entry');
    // Git didn't report which files it read.
    if (isBroken)
      for (const name of ['.git/config', '.git/HEAD', 'config'])
        watched.set(join(directory, name), 'content');
    if (dirname(directory) === directory) return;
  }
}

/** Whether all files that the settings include can be watched. */
function watchSettings(
  watched: Map<string, 'content' | 'entry'>,
  settings: readonly ListedSetting[],
  home: string | undefined,
): boolean {
  let isComplete = true;
  for (const { file, key, value } of settings) {
    if (file !== undefined) watched.set(file, 'content');
    if (file === undefined || value === undefined || !/^include(?:if\..*)?\.path$/su.test(key)) continue;
    if (value.startsWith('~/') && home !== undefined) watched.set(join(home, value.slice(2)), 'content');
    else if (/^[~%:]/u.test(value)) isComplete = false;
    else watched.set(resolve(dirname(file), value), 'content');
  }
  return isComplete;
}

/** Git refuses another owner's repository, which these variables would make it use. */
function hasRepositoryAbove(start: string): boolean {
  for (let directory = realOf(start); ; directory = dirname(directory)) {
    if (lstatSync(join(directory, '.git'), { throwIfNoEntry: false }) !== undefined) return true;
    if (dirname(directory) === directory) return false;
  }
}

/** The top of the work tree by the path that led to the directory, if there are several. */
function asSeenFrom(directory: string, workTree: string): string {
  for (let place = directory; ; place = dirname(place)) {
    if (realOf(place) === workTree) return place;
    if (dirname(place) === place) return workTree;
  }
}

/**
 * A git directory that is the directory itself or directly in it is passed the way git names it, so that answers are the same. One that
 * shares another's is passed that one; otherwise a file would name it.
 */
function pinsFor(
  { gitDirectory, commonDirectory, workTree }: Setup,
  directory: string,
): Readonly<Record<string, string>> {
  const here = realOf(directory);
  const asNamed = gitDirectory === here ? '.' : gitDirectory === join(here, '.git') ? '.git' : gitDirectory;
  return {
    GIT_DIR: asNamed,
    ...present({
      GIT_COMMON_DIR: gitDirectory === commonDirectory ? undefined : commonDirectory,
      GIT_IMPLICIT_WORK_TREE: workTree === undefined ? '0' : undefined,
      GIT_WORK_TREE: workTree,
    }),
  };
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
