import { join } from 'node:path';
import { isInside } from '@sluice/core';
import { linkTarget } from './link-target.ts';
import { claudeStateFile, trustFile } from './trust-files.ts';
import { configDirectories, managedDirectories } from './config-directories.ts';
import type { SettingsOptions } from './options.ts';
import type { FilePlan } from './plan-files.ts';

/**
 * Every place that settings and trust are read from, or would be once something is there: files, and whole directories of an
 * administrator and of a user who has moved theirs. Absolute, as written and where links lead. Whoever may write there
 * decides what is allowed.
 */
export function settingsPlaces({ cwd, files }: FilePlan, options: SettingsOptions): readonly string[] {
  const { home } = options;
  const { sluice, claude } = configDirectories(options);
  // Those in the home directory are known by their names, and hold more than settings. One that holds the workspace stays open.
  const isUsual = (path: string): boolean =>
    home !== undefined && [join(home, '.sluice'), join(home, '.claude')].includes(path);
  const moved = [sluice, claude].filter(
    (path) => path !== undefined && !isUsual(path) && !isInside(cwd, targetOf(path) ?? path),
  );
  const places = [
    ...files.map(({ path }) => path),
    trustFile(options),
    claudeStateFile(options),
    ...(options.managedDirectories ?? managedDirectories()),
    ...moved,
  ].filter((path) => path !== undefined);
  const found = places.flatMap((path) => [path, targetOf(path) ?? path]);
  return [...new Set(found)].filter((path) => !PASSING.some((place) => isInside(path, place)));
}

/** What is given by a descriptor, a shell's `<(…)` for instance, is nobody's file. */
const PASSING = ['/dev', '/proc'];

function targetOf(path: string): string | undefined {
  try {
    return linkTarget(path);
  } catch {
    return undefined;
  }
}
