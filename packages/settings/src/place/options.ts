import type { RuleSource } from '@sluice/core';

/** Whose settings, and where the session starts. */
export interface SettingsPlace {
  /** The directory in which the session starts. */
  readonly cwd: string;
  /** The home directory, absolute; without one there are no user settings, and `~` means nothing. */
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where policy files are looked for, highest first. Default: the places of the platform. */
  readonly managedDirectories?: readonly string[];
}

/** Permission settings given by flags. */
export interface CommandLineSettings {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly additionalDirectories?: readonly string[];
  readonly permissionMode?: string;
}

export interface SettingsOptions extends SettingsPlace {
  /** Paths or JSON texts, as given to `--settings`; the later goes above the earlier. */
  readonly files?: readonly string[];
  readonly commandLine?: CommandLineSettings;
  /** Which of the files in fixed places are read; policy always is. Default: all. */
  readonly sources?: readonly Extract<RuleSource, 'user' | 'project' | 'local'>[];
}
