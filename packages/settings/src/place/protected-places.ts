import { join } from 'node:path';
import { isInside } from '@sluice/core';
import { linkTarget } from './link-target.ts';
import { claudeStateFile, trustFile } from './trust-files.ts';
import { configDirectories, managedDirectories } from './config-directories.ts';
import type { SettingsOptions } from './options.ts';
import type { SettingsFiles } from './settings-files.ts';

/**
 * Every location that settings and trust are read from, or would be if it existed: files, and whole directories for administrators and for
 * users who moved theirs. Absolute, both as written and with links resolved. Anyone who can write there decides what is allowed.
 * What is protected by its name wherever it is, is in the core's `permission/paths/protected-paths.ts`.
 */
export function protectedPlaces({ cwd, files }: SettingsFiles, options: SettingsOptions): readonly string[] {
  const { home } = options;
  const { sluice, claude } = configDirectories(options);
  // The usual directories in home are known by name and hold more than settings. One that contains the workspace stays open.
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

/** A path that is a descriptor, such as a shell's `<(…)`, is not a file to protect. */
const PASSING = ['/dev', '/proc'];

function targetOf(path: string): string | undefined {
  try {
    return linkTarget(path);
  } catch {
    return undefined;
  }
}
