import { dirname, join, relative } from 'node:path';
import { isInside } from '@sluice/core';
import { configDirectories } from '../place/config-directories.ts';
import { findRepository } from '../place/find-repository.ts';
import type { SettingsFiles } from '../place/settings-files.ts';
import { realPath } from '../place/real-path.ts';
import type { TrustPlace } from '../place/trust-files.ts';
import { isTrusted } from './is-trusted.ts';

/**
 * Whether the user trusts the directory in which a file really lies.
 * @param path absolute; of a file, or of a directory
 * @param directory absolute: the directory whose project named the file, at or above it. Default: `path` itself
 */
export type PlaceTrust = (path: string, directory?: string) => boolean;

/** @param ofRoot whether the root that the settings belong to is trusted */
export function createPlaceTrust(plan: SettingsFiles, place: TrustPlace, ofRoot: () => boolean): PlaceTrust {
  const known = new Map<string, boolean>();
  const ofOther = (root: string): boolean => {
    const answer = known.get(root) ?? isTrusted(root, place);
    known.set(root, answer);
    return answer;
  };
  const roots = new Set([plan.trustRoot, plan.repository?.root ?? plan.trustRoot]);
  const { sluice, claude } = configDirectories(place);
  const own = [sluice, claude].flatMap((one) => (one === undefined ? [] : [realPath(one) ?? one]));
  return (path, directory = path) => {
    const [real, from] = [realPath(path), realPath(directory)];
    if (real === undefined || from === undefined) return false;
    const isLinked = real !== join(from, relative(directory, path));
    // Files above the working directory are read for it, with its trust.
    if (!isLinked && isInside(plan.cwd, from)) return ofRoot();
    if (isLinked && own.some((one) => isInside(real, one))) return true;
    return rootsOf(isLinked ? real : from, from).some((root) => (roots.has(root) ? ofRoot() : ofOther(root)));
  };
}

/** The directories of which one must be trusted. Outside of git, what lies in a directory that was named belongs to it. */
function rootsOf(real: string, named: string): readonly string[] {
  const repository = findRepository(real);
  if (repository !== undefined) return [repository.root, repository.mainRoot];
  return isInside(real, named) ? [named] : parentsOf(real);
}

function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}
