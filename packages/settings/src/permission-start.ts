import { present } from '@sluice/base';
import { isModeAvailable, type PermissionContext, type PermissionStart, type RuleSource } from '@sluice/core';
import type { LoadedSettings } from './loaded-settings.ts';
import { startMode, type StartModeOptions } from './start-mode.ts';

/** The input for `createPermissionState` in the core. */
export function permissionStart(loaded: LoadedSettings, options: StartModeOptions = {}): PermissionStart {
  const { mode, isBypassAvailable } = startMode(loaded, options);
  const { cwd, home, rules, directories, isManagedOnly } = loaded;
  return {
    mode,
    isBypassAvailable,
    isAutoAvailable: !loaded.isAutoDisabled && options.isAutoAvailable !== false,
    isManagedOnly,
    rules,
    workingDirectories: [cwd],
    directories,
    guarded: loaded.places,
    root: cwd,
    home,
  };
}

/** Of rules that no settings have. */
const KEPT_SOURCES: readonly RuleSource[] = ['session', 'skill', 'server'];

/**
 * The update for `PermissionState.update` when a running session's settings are reloaded. What the session itself was given stays. The mode
 * stays too, unless the settings now disable it.
 */
export function permissionChange(
  loaded: LoadedSettings,
  current: PermissionContext,
): Partial<PermissionStart> {
  const { cwd, isManagedOnly, isBypassDisabled, isAutoDisabled } = loaded;
  const available = {
    isBypassAvailable: current.isBypassAvailable && !isBypassDisabled,
    isAutoAvailable: current.isAutoAvailable && !isAutoDisabled,
  };
  return {
    isManagedOnly,
    ...available,
    ...present({ mode: isModeAvailable(current.mode, available) ? undefined : 'default' }),
    guarded: loaded.places,
    rules: [...loaded.rules, ...current.rules.filter(({ source }) => KEPT_SOURCES.includes(source))],
    directories: [
      { path: cwd, source: 'cli' },
      ...loaded.directories,
      ...current.directories.filter(({ source }) => source === 'session'),
    ],
  };
}
