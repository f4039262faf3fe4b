import { join } from 'node:path';
import type { Files, GitNames } from '@sluice/core';
import { suspectDirectories } from './suspect-directories.ts';
import { askGit, MAX_LIST_BYTES, NO_PROGRAMS } from './ask-git.ts';
import { findGit } from './find-git.ts';
import { redirectingVariable } from './redirecting-variable.ts';

interface GitNamesOptions {
  /** Environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: a git in it is not trusted. */
  readonly workspace: string;
}

const LISTED: Readonly<Record<GitNames, readonly string[]>> = {
  tracked: ['--cached'],
  // It fails where there is no commit yet.
  'tracked-or-head': ['--cached', '--with-tree=HEAD'],
  'not-ignored': ['--cached', '--others', '--exclude-standard'],
  all: ['--cached', '--others'],
};

/** Lists files with git, which runs no program for that. */
export function createGitNames({ env, workspace }: GitNamesOptions): Files['gitNames'] {
  const suspects = suspectDirectories(env['PATH'], workspace);
  return (directory, which) => {
    if (redirectingVariable(env) !== undefined) return undefined;
    const program = findGit(env['PATH'], (place) => suspects.includes(place));
    if (program === undefined) return undefined;
    const answer = askGit({ program, directory, env, maxBytes: MAX_LIST_BYTES }, [
      ...NO_PROGRAMS,
      'ls-files',
      '-z',
      ...LISTED[which],
      '--',
      ':/',
    ]);
    if (answer.status === 'failed') return undefined;
    const output = answer.output.toString('utf8');
    // Of a name that isn't valid UTF-8, no rule can be sure.
    if (output.includes('\uFFFD')) return undefined;
    return output
      .split('\0')
      .filter(Boolean)
      .map((name) => join(directory, name));
  };
}
