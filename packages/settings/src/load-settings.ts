import { collectPermissions } from './permission/collect-permissions.ts';
import { maySet } from './schema/may-set.ts';
import { valueAt } from './schema/value-at.ts';
import type { SettingsOptions } from './place/options.ts';
import { gitHookDirectories } from './place/git-hook-directories.ts';
import { settingsFiles, type SettingsFiles } from './place/settings-files.ts';
import type { SettingsFile } from './read/settings-file.ts';
import { protectedPlaces } from './place/protected-places.ts';
import { readLayer, type LastGood, type ReadLayer } from './read/read-layer.ts';
import { setting } from './schema/setting.ts';
import { createPlaceTrust } from './trust/place-trust.ts';
import { createTrustCheck } from './trust/trust-check.ts';
import type { TracedValue, LoadedSettings } from './loaded-settings.ts';

/**
 * Reads the settings from all sources. Never throws, never waits for a FIFO or a device, and runs nothing. Anything unusable is reported in
 * `problems`; the rest takes effect.
 */
export function loadSettings(options: SettingsOptions): LoadedSettings {
  return readSettings(options).loaded;
}

/** Loaded settings, plus what the next load needs to know. */
export interface SettingsReading {
  readonly loaded: LoadedSettings;
  readonly plan: SettingsFiles;
  readonly lastGood: LastGood;
  /** Equal for two loads with the same content. */
  readonly signature: () => string;
}

/** `loadSettings` for watchers. A file that was readable last time and isn't now still denies what it denied. */
export function readSettings(options: SettingsOptions, before?: LastGood): SettingsReading {
  const plan = settingsFiles(options);
  const readings = plan.files.map((file) => readLayer(file, before));
  const read = readings.map(({ layer }) => layer).filter((layer) => layer !== undefined);
  const isSafe = options.isSafe === true;
  const layers = isSafe ? read.map(withoutAdditions) : read;
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
    isSafe,
    trustRoot: plan.trustRoot,
    isTrusted: ofRoot,
    trusts: createPlaceTrust(plan, options, ofRoot),
    layers: layers.map((layer) => ({
      ...layer,
      text: layer.settings.text,
      isTrusted: () => isTrusted(layer.origin),
      isFromTrustedRoot: () => isFromTrustedRoot(layer.origin),
    })),
    places: [...protectedPlaces(plan, options), ...gitHookDirectories([plan.cwd], options)],
    setting: (key) => setting(loaded, key),
    traced,
  };
  return { loaded, plan, lastGood: remember(layers, before), signature: () => sign(loaded, layers) };
}

const ADDITIONS: ReadonlySet<string> = new Set(['hooks', 'agent', 'lsp', 'statusLine']);

function withoutAdditions(layer: ReadLayer): ReadLayer {
  if (layer.source === 'managed') return layer;
  const kept = Object.entries(layer.value).filter(([key]) => !ADDITIONS.has(key));
  return { ...layer, value: Object.fromEntries(kept) };
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

/** A deleted file is forgotten. Only a file that exists and can't be read keeps its last state. */
function remember(layers: readonly ReadLayer[], before: LastGood | undefined): LastGood {
  const last = new Map<string, ReadLayer>();
  for (const layer of layers) {
    if (layer.file === undefined) continue;
    last.set(layer.file, layer.isStale ? (before?.get(layer.file) ?? layer) : layer);
  }
  return last;
}

/** Signs the texts: a value may be nested too deeply to serialize. */
function sign(loaded: LoadedSettings, layers: readonly ReadLayer[]): string {
  const { rules, directories, modes, withheld, problems } = loaded;
  const texts = layers.map(({ file, isStale, settings }) => [file, isStale, settings.text]);
  // Whether hooks run also depends on trust, and nothing else in the signature covers that.
  const trusted = loaded.traced('hooks').map((value) => value.isFromTrustedRoot());
  return JSON.stringify([texts, rules, directories, modes, withheld, problems, trusted]);
}
