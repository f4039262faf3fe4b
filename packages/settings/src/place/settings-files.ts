import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configDirectories, MANAGED_DROP_INS, managedDirectories } from './config-directories.ts';
import { findRepository, type Repository } from './find-repository.ts';
import { localRoot } from './local-root.ts';
import type { SettingsOptions } from './options.ts';
import { realPath } from './real-path.ts';
import type { SettingsFile } from '../read/settings-file.ts';

/** All locations of settings files, highest precedence first. */
export interface SettingsFiles {
  /** The start directory, absolute and real. */
  readonly cwd: string;
  readonly repository: Repository | undefined;
  /** The directory that trust applies to: the main checkout, or the start directory outside git. */
  readonly trustRoot: string;
  /** Where the local file is written. */
  readonly localRoot: string;
  readonly files: readonly SettingsFile[];
}

const NAMES = ['.sluice', '.claude'];

export function settingsFiles(options: SettingsOptions): SettingsFiles {
  const cwd = realPath(options.cwd) ?? resolve(options.cwd);
  const repository = findRepository(cwd);
  const local = localRoot(cwd, options.home, repository);
  const isRead = (source: 'user' | 'project' | 'local'): boolean =>
    options.sources === undefined || options.sources.includes(source);
  const user = userFiles(options);
  const userPaths = new Set(user.map(({ path }) => path));
  const files = [
    ...managedFiles(options),
    ...hostFiles(options, cwd),
    ...givenFiles(options, cwd),
    ...(isRead('local') ? localFiles(local, cwd) : []),
    // In the home directory, the project's files are the user's own.
    ...(isRead('project') ? projectFiles(cwd).filter(({ path }) => !userPaths.has(path)) : []),
    ...(isRead('user') ? user : []),
  ];
  return { cwd, repository, trustRoot: repository?.mainRoot ?? cwd, localRoot: local, files };
}

function givenFiles(options: SettingsOptions, cwd: string): SettingsFile[] {
  const files = (options.files ?? []).map((given): SettingsFile => {
    if (given.trimStart().startsWith('{')) return { source: 'cli', path: undefined, text: given, root: cwd };
    const path = resolve(cwd, given);
    return { source: 'cli', path, root: dirname(path) };
  });
  return files.toReversed();
}

function localFiles(local: string, cwd: string): SettingsFile[] {
  return [...new Set([local, cwd])].flatMap((directory) =>
    NAMES.map((name) => ({
      source: 'local',
      path: join(directory, name, 'settings.local.json'),
      root: cwd,
      repositoryRoot: directory,
    })),
  );
}

function projectFiles(cwd: string): SettingsFile[] {
  return NAMES.map((name) => ({
    source: 'project',
    path: join(cwd, name, 'settings.json'),
    root: cwd,
    repositoryRoot: cwd,
  }));
}

function userFiles(options: SettingsOptions): SettingsFile[] {
  const { sluice, claude } = configDirectories(options);
  return [sluice, claude]
    .filter((directory) => directory !== undefined)
    .map((directory) => ({
      source: 'user',
      path: join(realPath(directory) ?? directory, 'settings.json'),
      root: directory,
    }));
}

/** Within a directory, later names take precedence over earlier ones, and all of them over `managed-settings.json`. */
function managedFiles(options: SettingsOptions): SettingsFile[] {
  return (options.managedDirectories ?? managedDirectories()).flatMap((directory) => {
    const dropIns = join(directory, MANAGED_DROP_INS);
    const paths = listJson(dropIns).map((name) => join(dropIns, name));
    return [...paths.toReversed(), join(directory, 'managed-settings.json')].map((path) => ({
      source: 'managed',
      path,
      root: directory,
    }));
  });
}

/** What the program that starts the session sets can't pass for the policy of this machine's administrator. */
function hostFiles(options: SettingsOptions, cwd: string): SettingsFile[] {
  const texts = options.managedTexts ?? [];
  if (texts.length === 0) return [];
  const hasPolicy = managedFiles(options).some(({ path }) => path !== undefined && existsSync(path));
  const source = hasPolicy ? 'cli' : 'managed';
  return texts.map((text): SettingsFile => ({ source, path: undefined, text, root: cwd })).toReversed();
}

function listJson(directory: string): string[] {
  try {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}
