import { join } from 'node:path';
import type { Words } from './git-command.ts';
import { textOf, type LinkedRepository } from './linked-repository.ts';

/** They rewrite the settings of submodules, which all worktrees share. */
const WRITES = /^(?:add|deinit|sync|set-url|set-branch|absorbgitdirs)$/u;

/**
 * Whether a command of `git submodule` changes settings that all worktrees share. A submodule itself is cloned for each worktree, and what
 * is already set up stays as it is.
 */
export function changesSubmodules(words: Words, repository: LinkedRepository | undefined): boolean {
  const verb = words.find((word) => word?.startsWith('-') !== true);
  if (verb === undefined) return words.includes(undefined);
  if (WRITES.test(verb)) return true;
  const initializes =
    verb === 'init' || (verb === 'update' && words.some((word) => (word ?? '--init').startsWith('--i')));
  return initializes && (repository === undefined || !areSetUp(repository));
}

function areSetUp({ top, common }: LinkedRepository): boolean {
  const names = [...(textOf(join(top, '.gitmodules')) ?? '').matchAll(SECTION)].map(([, name = '']) => name);
  const known = new Set(
    [...(textOf(join(common, 'config')) ?? '').matchAll(SECTION)].map(([, name]) => name),
  );
  return names.every((name) => known.has(name));
}

const SECTION = /^\s*\[submodule "((?:[^"\\]|\\.)*)"\]/gmu;
