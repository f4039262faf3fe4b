import type { SettingValueOf } from './schema/setting-value.ts';
import type { Permissions } from './permission/collect-permissions.ts';
import type { SettingsLayer } from './read/read-layer.ts';
import type { EffectiveSetting } from './schema/effective-setting.ts';

/** A value with the file that sets it. */
export interface SettingValue {
  readonly value: unknown;
  readonly source: SettingsLayer['source'];
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
}

/** A value for those who tell where in it a problem stands, and who hold back what a repository would run. */
export interface TracedValue extends SettingValue {
  /** What the file holds. */
  readonly text: string;
  /** The file stands outside of the directory that is to be trusted, or that is trusted. Reads files when first asked. */
  isFromTrustedRoot(): boolean;
}

/** A layer with what tells where in it a value stands, and what of it counts. */
export interface LoadedLayer extends SettingsLayer {
  /** What the file holds; of a stale one, what it held. */
  readonly text: string;
  /** It can't have come with a repository, or that is trusted. Reads files when first asked. */
  isTrusted(): boolean;
  /** It stands outside of the directory that is to be trusted, or that is trusted. */
  isFromTrustedRoot(): boolean;
}

/** The settings of all sources at one moment. */
export interface LoadedSettings extends Permissions {
  /** The start directory, absolute and real. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** The directory that trust is about: the root of the main checkout, or the start directory outside git. */
  readonly trustRoot: string;
  /** Whether the user trusts that directory. Reads files when first asked. */
  readonly isTrusted: () => boolean;
  /** The files that were found, the highest first. Within one source `.sluice` stands above `.claude`. */
  readonly layers: readonly LoadedLayer[];
  /** Absolute paths, files and trees, that settings and trust are or would be read from, and git hooks: calls ask before they write there. */
  readonly places: readonly string[];
  /** What counts of a key (dots go down: `sandbox.enabled`), with what trust and the kinds of values have to say: see `setting`. */
  setting<Key extends string>(key: Key): EffectiveSetting<SettingValueOf<Key>> | undefined;
  /**
   * What each file says of a key, the highest first, with the texts that they stand in: for hooks, which judge it
   * themselves. Files that may not set it are passed over; trust is for the reader to ask about.
   */
  traced(key: string): readonly TracedValue[];
}
