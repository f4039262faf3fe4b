import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { presentItems } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { parseSettings } from '../read/parse-settings.ts';
import { readText } from '../read/read-text.ts';
import { configDirectories } from './config-directories.ts';
import { findRepository } from './find-repository.ts';
import type { SettingsPlace } from './options.ts';
import { realPath } from './real-path.ts';

/** A project file that sessions started further down don't read. */
export interface FileAbove {
  /** Absolute. */
  readonly file: string;
  /** What its author may be relying on, in words. */
  readonly holds: readonly string[];
}

const NAMES = ['.sluice', '.claude'];

/**
 * Files of the repository that are above the start directory and that deny something or have hooks. Project settings come only from the
 * start directory, so sessions started further down run without them. Costs one stat per directory and name.
 */
export function settingsAbove(place: SettingsPlace): readonly FileAbove[] {
  const cwd = realPath(place.cwd) ?? place.cwd;
  const root = findRepository(cwd)?.root;
  if (root === undefined) return [];
  const { sluice, claude } = configDirectories(place);
  const own = new Set([sluice, claude].map((path) => (path === undefined ? path : (realPath(path) ?? path))));
  const found: FileAbove[] = [];
  for (let at = cwd; at !== root && at !== dirname(at);) {
    at = dirname(at);
    for (const name of NAMES) {
      const directory = join(at, name);
      const file = join(directory, 'settings.json');
      const holds = own.has(directory) || !isFile(file) ? [] : holdings(file);
      if (holds.length > 0) found.push({ file, holds });
    }
  }
  return found;
}

function holdings(file: string): readonly string[] {
  const read = readText(file);
  const parsed = read.status === 'read' ? parseSettings(read.text) : undefined;
  if (parsed?.ok !== true) return [];
  const { value } = parsed.settings;
  const permissions = getOwn(value, 'permissions');
  const isSome = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
  const has = (key: string): boolean => isJsonObject(permissions) && isSome(getOwn(permissions, key));
  const hooks = getOwn(value, 'hooks');
  return presentItems([
    isJsonObject(hooks) && Object.values(hooks).some(isSome) ? 'hooks' : undefined,
    has('deny') ? 'deny rules' : undefined,
    has('ask') ? 'ask rules' : undefined,
  ]);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
