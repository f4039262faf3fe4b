import type { PluginDirectories } from '@sluice/base';
import type { SettingValueOf } from './schema/setting-value.ts';
import type { Permissions } from './permission/collect-permissions.ts';
import type { SettingsLayer } from './read/read-layer.ts';
import type { PlaceTrust } from './trust/place-trust.ts';
import type { EffectiveSetting } from './schema/effective-setting.ts';

/** A value with the file that sets it. */
export interface SettingValue {
  readonly value: unknown;
  readonly source: SettingsLayer['source'];
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
}

/** A value for readers that report where in the file a problem is, and that hold back what a repository would run. */
export interface TracedValue extends SettingValue {
  /** The content of the file. */
  readonly text: string;
  /** The file is outside the directory that trust applies to, or that directory is trusted. Reads files on first use. */
  isFromTrustedRoot(): boolean;
  /** Of the plugin that the file belongs to. Default: it belongs to none. */
  readonly plugin?: PluginDirectories | undefined;
}

/** A layer, plus the positions of its values and whether they take effect. */
export interface LoadedLayer extends SettingsLayer {
  /** The content of the file; for a stale one, its last readable content. */
  readonly text: string;
  /** The file can't have come with a repository, or that repository is trusted. Reads files on first use. */
  isTrusted(): boolean;
  /** The file is outside the directory that trust applies to, or that directory is trusted. */
  isFromTrustedRoot(): boolean;
}

/** The settings from all sources at one moment. */
export interface LoadedSettings extends Permissions {
  /** The start directory, absolute and real. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** What files of the user and the project add to a session is left out; so are their other files, such as definitions. */
  readonly isSafe: boolean;
  /** The directory that trust applies to: the root of the main checkout, or the start directory outside git. */
  readonly trustRoot: string;
  /** Whether the user trusts that directory. Reads files on first use. */
  readonly isTrusted: () => boolean;
  /** Whether the user trusts the directory in which a file really lies. Reads files on first use. */
  readonly trusts: PlaceTrust;
  /** The files found, highest precedence first. Within a source, `.sluice` takes precedence over `.claude`. */
  readonly layers: readonly LoadedLayer[];
  /** Absolute paths, files and trees, where settings, trust and git hooks are read from or would be: calls ask before they write there. */
  readonly places: readonly string[];
  /** The effective value of a key (dots go down: `sandbox.enabled`), subject to trust and to the shape of the key: see `setting`. */
  setting<Key extends string>(key: Key): EffectiveSetting<SettingValueOf<Key>> | undefined;
  /**
   * What each file sets for a key, highest precedence first, with the file's text. For hooks, which validate it themselves. Skips files
   * that may not set the key; the reader has to check trust.
   */
  traced(key: string): readonly TracedValue[];
}
