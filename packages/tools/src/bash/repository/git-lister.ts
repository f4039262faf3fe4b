import { join } from 'node:path';
import type { Files, GitChange, GitNames } from '@sluice/core';
import { filesOfChange } from './git-changes/files-of-change.ts';
import { GitAsker, NoAnswer } from './git-changes/git-asker.ts';
import { suspectDirectories } from './suspect-directories.ts';
import { findGit } from './find-git.ts';
import { redirectingVariable } from './redirecting-variable.ts';

interface GitListerOptions {
  /** Environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: a git in it is not trusted. */
  readonly workspace: string;
}

const LISTED: Readonly<Record<Exclude<GitNames, GitChange | 'submodules'>, readonly string[]>> = {
  tracked: ['--cached'],
  // It fails where there is no commit yet.
  'tracked-or-head': ['--cached', '--with-tree=HEAD'],
  'not-ignored': ['--cached', '--others', '--exclude-standard'],
  all: ['--cached', '--others'],
  untracked: ['--others', '--exclude-standard'],
  'untracked-or-ignored': ['--others'],
};

/** Lists files with git, which runs no program for that. */
export function createGitLister({ env, workspace }: GitListerOptions): Files['gitNames'] {
  const suspects = suspectDirectories(env['PATH'], workspace);
  return (directory, which) => {
    if (redirectingVariable(env) !== undefined) return undefined;
    const program = findGit(env['PATH'], (place) => suspects.includes(place));
    if (program === undefined) return undefined;
    const git = new GitAsker({ program, directory, env });
    if (typeof which === 'object') return filesOfChange(git, which);
    try {
      return listed(git, which).map((name) => join(directory, name));
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  };
}

function listed(git: GitAsker, which: Exclude<GitNames, GitChange>): readonly string[] {
  if (which !== 'submodules') return git.list(['ls-files', '-z', ...LISTED[which], '--', ':/']);
  return git
    .list(['ls-files', '-z', '--stage', '--', ':/'])
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => `${entry.slice(entry.indexOf('\t') + 1)}/`);
}
