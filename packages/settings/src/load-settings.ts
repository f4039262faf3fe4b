import { collectPermissions, type Permissions } from './permission/collect-permissions.ts';
import { maySet } from './permission/may-set.ts';
import { valueAt } from './permission/value-at.ts';
import type { SettingsOptions } from './place/options.ts';
import { gitHookDirectories } from './place/git-hook-directories.ts';
import { planFiles, type FilePlan } from './place/plan-files.ts';
import type { SettingsFile } from './place/settings-file.ts';
import { settingsPlaces } from './place/settings-places.ts';
import { readLayer, type LastGood, type ReadLayer, type SettingsLayer } from './read/read-layer.ts';
import { setting, type EffectiveSetting } from './schema/setting.ts';
import { createTrustCheck } from './trust/trust-check.ts';

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
  setting(key: string): EffectiveSetting | undefined;
  /**
   * What each file says of a key, the highest first, with the texts that they stand in: for hooks, which judge it
   * themselves. Files that may not set it are passed over; trust is for the reader to ask about.
   */
  traced(key: string): readonly TracedValue[];
}

/**
 * Reads the settings of all sources. Never throws, never waits for a FIFO or a device, runs nothing: what can't be used
 * stands in `problems`, and the rest counts.
 */
export function loadSettings(options: SettingsOptions): LoadedSettings {
  return readSettings(options).loaded;
}

/** Settings as they were read, with what a later reading needs to know of it. */
export interface SettingsReading {
  readonly loaded: LoadedSettings;
  readonly plan: FilePlan;
  readonly lastGood: LastGood;
  /** Equal for two loads that say the same. */
  readonly signature: () => string;
}

/** `loadSettings` for what watches afterwards; a file that could be read last time and can't now still forbids what it forbade. */
export function readSettings(options: SettingsOptions, before?: LastGood): SettingsReading {
  const plan = planFiles(options);
  const readings = plan.files.map((file) => readLayer(file, before));
  const layers = readings.map(({ layer }) => layer).filter((layer) => layer !== undefined);
  const { ofFile: isTrusted, ofRoot } = createTrustCheck(plan, options);
  const isFromTrustedRoot = ({ repositoryRoot }: SettingsFile): boolean =>
    repositoryRoot === undefined || ofRoot();
  const permissions = collectPermissions(layers, plan, options, isTrusted);
  const traced = (key: string): TracedValue[] => valuesOf(layers, key, isFromTrustedRoot);
  const loaded: LoadedSettings = {
    ...permissions,
    problems: [...readings.flatMap(({ problems }) => problems), ...permissions.problems],
    cwd: plan.cwd,
    home: options.home,
    trustRoot: plan.trustRoot,
    isTrusted: ofRoot,
    layers: layers.map((layer) => ({
      ...layer,
      text: layer.settings.text,
      isTrusted: () => isTrusted(layer.origin),
      isFromTrustedRoot: () => isFromTrustedRoot(layer.origin),
    })),
    places: [...settingsPlaces(plan, options), ...gitHookDirectories([plan.cwd], options)],
    setting: (key) => setting(loaded, key),
    traced,
  };
  return { loaded, plan, lastGood: remember(layers, before), signature: () => sign(loaded, layers) };
}

function valuesOf(
  layers: readonly ReadLayer[],
  key: string,
  isFromTrustedRoot: (file: SettingsFile) => boolean,
): TracedValue[] {
  return layers.flatMap((layer) => {
    const { source, file, origin, settings } = layer;
    const value = maySet(source, key) ? valueAt(layer.value, key) : undefined;
    if (value === undefined) return [];
    return [{ value, source, file, text: settings.text, isFromTrustedRoot: () => isFromTrustedRoot(origin) }];
  });
}

/** A file that is gone is forgotten: only one that is there and can't be read is held on to. */
function remember(layers: readonly ReadLayer[], before: LastGood | undefined): LastGood {
  const last = new Map<string, ReadLayer>();
  for (const layer of layers) {
    if (layer.file === undefined) continue;
    last.set(layer.file, layer.isStale ? (before?.get(layer.file) ?? layer) : layer);
  }
  return last;
}

/** Of the texts, for a value may be nested too deeply to be written. */
function sign(loaded: LoadedSettings, layers: readonly ReadLayer[]): string {
  const { rules, directories, modes, withheld, problems } = loaded;
  const texts = layers.map(({ file, isStale, settings }) => [file, isStale, settings.text]);
  // Whether hooks run hangs on trust as well, and nothing else of them is in these.
  const trusted = loaded.traced('hooks').map((value) => value.isFromTrustedRoot());
  return JSON.stringify([texts, rules, directories, modes, withheld, problems, trusted]);
}
