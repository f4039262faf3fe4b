import type { PermissionMode } from '@sluice/core';
import type { LoadedSettings } from './loaded-settings.ts';

export interface StartModeOptions {
  /** From a flag; takes precedence over all settings. */
  readonly mode?: PermissionMode;
  /** `bypassPermissions` was enabled at launch. */
  readonly isBypassEnabled?: boolean;
  /** There is a classifier. Default: true. */
  readonly isAutoAvailable?: boolean;
}

export interface StartMode {
  readonly mode: PermissionMode;
  readonly isBypassAvailable: boolean;
  /** Why a requested mode isn't used; for the user. */
  readonly notices: readonly string[];
}

/** The user who starts the session controls these; a repository's files can't enable what must be enabled at launch. */
const ENABLERS = new Set(['managed', 'cli', 'user']);

/** The mode a session starts in: the flag's, then the highest usable one from the settings, then `default`. */
export function startMode(loaded: LoadedSettings, options: StartModeOptions = {}): StartMode {
  const { mode, isBypassEnabled = mode === 'bypassPermissions', isAutoAvailable = true } = options;
  const { isBypassDisabled, isAutoDisabled } = loaded;
  const flag = mode === undefined ? [] : [{ mode, source: 'cli' as const, file: undefined }];
  const notices: string[] = [];
  for (const requested of [...flag, ...loaded.modes]) {
    const mayBypass = !isBypassDisabled && (isBypassEnabled || ENABLERS.has(requested.source));
    const where = requested.file ?? 'the command line';
    if (requested.mode === 'bypassPermissions' && !mayBypass) {
      const reason = isBypassDisabled
        ? 'settings disable it'
        : 'it was not enabled at launch (--permission-mode bypassPermissions)';
      notices.push(`The mode bypassPermissions, requested by ${where}, is not used: ${reason}.`);
    } else if (requested.mode === 'auto' && (isAutoDisabled || !isAutoAvailable)) {
      const reason = isAutoDisabled ? 'settings disable it' : 'there is no classifier';
      notices.push(`The mode auto, requested by ${where}, is not used: ${reason}.`);
    } else {
      const isBypass = requested.mode === 'bypassPermissions';
      return {
        mode: requested.mode,
        isBypassAvailable: !isBypassDisabled && (isBypassEnabled || isBypass),
        notices,
      };
    }
  }
  return { mode: 'default', isBypassAvailable: !isBypassDisabled && isBypassEnabled, notices };
}
