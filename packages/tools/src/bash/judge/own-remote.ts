import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { presentItems } from '@sluice/base';
import { isInside } from '@sluice/core';
import { askGit } from '../repository/ask-git.ts';
import { findGit } from '../repository/find-git.ts';
import type { LinkedRepository } from './linked-repository.ts';

const REMOTES =
  /^(?:remote\..*\.(?:push)?url|url\..*\.(?:push)?insteadof|branch\..*\.(?:push)?remote|remote\.pushdefault)$/isu;
/** Where `git push` goes that names no remote: to one by its name or URL, or by the path of a repository, such as `.`. */
const DEFAULTS = /^(?:branch\..*\.(?:push)?remote|remote\.pushdefault)$/isu;

/**
 * Whether a push to a remote, by name or URL, may go to the repository from which it comes, whatever git's settings make of it.
 *
 * @param remote undefined: any that is set
 */
export function mayLeadHome(remote: string | undefined, cwd: string, repository: LinkedRepository): boolean {
  const settings = settingsAround(cwd, repository, REMOTES);
  if (settings === undefined) return true;
  const isNamed = (name: string): boolean => remote === undefined || name === remote;
  const given = settings.flatMap(([key, value]) => {
    const name = /^remote\.(.*)\.(?:push)?url$/su.exec(key)?.[1];
    const isGiven = name === undefined ? remote === undefined && DEFAULTS.test(key) : isNamed(name);
    return isGiven ? [value] : [];
  });
  const bases = settings.flatMap(([key, value]) => {
    const base = /^url\.(.*)\.(?:push)?insteadof$/su.exec(key)?.[1];
    return base === undefined ? [] : [{ base, start: value }];
  });
  return presentItems([...given, remote])
    .flatMap((url) => [
      url,
      ...bases.flatMap(({ base, start }) => (url.startsWith(start) ? [base + url.slice(start.length)] : [])),
    ])
    .some((url) => isHome(url, cwd, repository));
}

/** Whether what is fetched may come to branches, as in a mirror, rather than to `refs/remotes`. */
export function mayFetchBranches(cwd: string, repository: LinkedRepository): boolean {
  const settings = settingsAround(cwd, repository, /^remote\..*\.fetch$/isu);
  const mayBeBranch = (target: string): boolean => target !== '' && !/^refs\/(?!heads\/|\*)/u.test(target);
  return settings?.some(([, value]) => mayBeBranch(value.split(':')[1] ?? '')) ?? true;
}

/** Undefined: git can't be asked. */
function settingsAround(
  cwd: string,
  { common }: LinkedRepository,
  keys: RegExp,
): readonly (readonly [key: string, value: string])[] | undefined {
  const { env } = process;
  const program = findGit(env['PATH'], (directory) => isInside(directory, dirname(common)));
  if (program === undefined) return undefined;
  const answer = askGit({ program, directory: cwd, env }, ['config', '--null', '--list', '--includes']);
  if (answer.status === 'failed') return undefined;
  return answer.output
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const end = entry.indexOf('\n');
      const key = end === -1 ? entry : entry.slice(0, end);
      return keys.test(key) ? [[key, end === -1 ? '' : entry.slice(end + 1)] as const] : [];
    });
}

/** On this machine, or on one that is called by a name of it: the path tells. */
function isHome(url: string, cwd: string, { common, own, top }: LinkedRepository): boolean {
  const [, scheme, rest] = /^(?:[\w+.-]+::)?(\w[\w+.-]*):\/\/(.*)$/su.exec(url) ?? [];
  const paths =
    rest === undefined
      ? [url, url.replace(/^[^/:]+:/u, '')]
      : [decoded(scheme === 'file' && rest.startsWith('/') ? rest : rest.replace(/^[^/]*/u, ''))];
  const homes = [common, dirname(common), own].map(realPath);
  return paths.some((path) => {
    const expanded = path.replace(/^\/?~[^/]*(?=\/|$)/u, process.env['HOME'] ?? '~');
    // Git goes to the top of its worktree before it reads a path.
    const places = isAbsolute(expanded) ? [expanded] : [resolve(cwd, expanded), resolve(top, expanded)];
    const real = places
      .flatMap((place) => [place, `${place}.git`, join(place, '.git')])
      .flatMap((place) => [realPath(place), ...behindFile(place)]);
    return real.some((one) => homes.includes(one) || isInside(one, homes[0] ?? common));
  });
}

/** A worktree has a file in the place of a repository, which says where that is. */
function behindFile(path: string): readonly string[] {
  try {
    if (!statSync(path).isFile()) return [];
    const link = /^gitdir: (.+)/u.exec(readFileSync(path, 'utf8'))?.[1];
    return link === undefined ? [] : [realPath(resolve(dirname(path), link.trim()))];
  } catch {
    return [];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
