import type { RuleSource } from '@sluice/core';

/** Whose settings to read, and where the session starts. */
export interface SettingsPlace {
  /** The directory in which the session starts. */
  readonly cwd: string;
  /** The home directory, absolute. Without one, there are no user settings and `~` has no meaning. */
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where to look for policy files, highest precedence first. Default: the platform's directories. */
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
  /** Paths or JSON texts, as given to `--settings`; later ones take precedence. */
  readonly files?: readonly string[];
  /**
   * JSON texts of a policy that the program that starts the session sets. They are treated as an administrator's if the machine has no policy
   * file, otherwise as `files`.
   */
  readonly managedTexts?: readonly string[];
  /**
   * Leave out what files of the user and the project add to a session: hooks, the agent to work as, language servers, the status line. Their
   * permissions count, and so does all of a policy. Default: false.
   */
  readonly isSafe?: boolean;
  readonly commandLine?: CommandLineSettings;
  /** Which sources with fixed locations to read. Policy is always read. Default: all. */
  readonly sources?: readonly Extract<RuleSource, 'user' | 'project' | 'local'>[];
}
