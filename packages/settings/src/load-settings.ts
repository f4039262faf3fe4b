import { collectPermissions } from './permission/collect-permissions.ts';
import { maySet } from './schema/may-set.ts';
import { valueAt } from './schema/value-at.ts';
import type { SettingsOptions } from './place/options.ts';
import { gitHookDirectories } from './place/git-hook-directories.ts';
import { planFiles, type FilePlan } from './place/plan-files.ts';
import type { SettingsFile } from './read/settings-file.ts';
import { settingsPlaces } from './place/settings-places.ts';
import { readLayer, type LastGood, type ReadLayer } from './read/read-layer.ts';
import { setting } from './schema/setting.ts';
import { createTrustCheck } from './trust/trust-check.ts';
import type { TracedValue, LoadedSettings } from './loaded-settings.ts';

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
