import { dirname, join, resolve } from 'node:path';
import { isInside } from '@sluice/core';
import { readText } from '../read/read-text.ts';
import { linkTarget } from './link-target.ts';
import { findRepository } from './find-repository.ts';
import { gitConfigValues } from './git-config-values.ts';
import type { SettingsPlace } from './options.ts';

/** More than anyone writes. Each included file counts. */
const MAX_FILES = 50;
const MAX_BYTES = 1024 * 1024;

/** githooks(5). */
const HOOKS = (
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg ' +
  'post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive ' +
  'post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate ' +
  'fsmonitor-watchman p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change'
).split(' ');

/**
 * Where git looks for hooks of the repositories around these directories, besides `.git/hooks`: `core.hooksPath` in any configuration that
 * may apply, including all it includes, under any condition. Doesn't run git. Absolute, both as written and with links resolved; for a
 * directory that contains the repository, only the hooks.
 */
export function gitHookDirectories(
  directories: readonly string[],
  { home, env }: Pick<SettingsPlace, 'home' | 'env'>,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Map<string, readonly string[]>();
  for (const directory of directories) {
    const repository = findRepository(directory);
    if (repository === undefined) continue;
    const { root, gitDirectory, commonDirectory } = repository;
    const files = [
      join(commonDirectory, 'config'),
      join(gitDirectory, 'config.worktree'),
      ...commonFiles(home, env),
    ];
    for (const path of files.flatMap((file) => seen.get(file) ?? remember(seen, file, home))) {
      const hooks = resolve(root, path);
      const places = isInside(root, hooks) ? HOOKS.map((name) => join(hooks, name)) : [hooks];
      for (const place of places) found.add(place).add(targetOf(place));
    }
  }
  return [...found].filter((path) => !isInside(path, '/dev') && !isInside(path, '/proc'));
}

/** The user's and the system's. */
function commonFiles(home: string | undefined, env: SettingsPlace['env']): readonly string[] {
  const inHome = (path: string): string[] => (home === undefined ? [] : [join(home, path)]);
  const moved = env['XDG_CONFIG_HOME'];
  const config = moved === undefined || moved === '' ? inHome('.config') : [moved];
  const named = [env['GIT_CONFIG_GLOBAL'], env['GIT_CONFIG_SYSTEM']].filter((path) => path !== undefined);
  return [
    ...inHome('.gitconfig'),
    ...config.map((path) => join(path, 'git/config')),
    '/etc/gitconfig',
    ...named,
  ];
}

function remember(
  seen: Map<string, readonly string[]>,
  file: string,
  home: string | undefined,
): readonly string[] {
  const found = hookPaths(file, home);
  seen.set(file, found);
  return found;
}

function hookPaths(start: string, home: string | undefined): readonly string[] {
  const open = new Set([start]);
  const paths: string[] = [];
  for (const file of open) {
    const read = readText(file, MAX_BYTES);
    for (const { section, key, value } of read.status === 'read' ? gitConfigValues(read.text) : []) {
      const path = value.startsWith('~/') && home !== undefined ? join(home, value.slice(2)) : value;
      if (path === '') continue;
      if (section === 'core' && key === 'hookspath') paths.push(path);
      const isIncluded = (section === 'include' || section === 'includeif') && key === 'path';
      if (isIncluded && open.size < MAX_FILES) open.add(resolve(dirname(file), path));
    }
  }
  return paths;
}

function targetOf(path: string): string {
  try {
    return linkTarget(path) ?? path;
  } catch {
    return path;
  }
}
