import { getOwn, isJsonObject } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';

/**
 * The request `get_settings`: what applies, each file as it is, highest precedence first, and what the session now uses. Keys that a
 * repository may not set, or not before it is trusted, are not among what applies.
 */
export async function settingsAnswer(loaded: LoadedSettings, model: string): Promise<object> {
  const { keysToShow } = await import('../../settings/show/keys-to-show.ts');
  const shown = keysToShow(loaded, []);
  const effective = {};
  for (const key of shown.ok ? shown.keys : []) {
    const value = loaded.setting(key)?.value;
    if (value !== undefined) put(effective, key.split('.'), value);
  }
  return {
    effective,
    sources: loaded.layers.map(({ source, value }) => ({
      source: SOURCES[source] ?? source,
      settings: value,
    })),
    applied: { model },
  };
}

/** As clients call them. */
const SOURCES: Readonly<Record<string, string>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  policy: 'policySettings',
  managed: 'policySettings',
  flag: 'flagSettings',
  cliArg: 'flagSettings',
};

function put(into: object, path: readonly string[], value: unknown): void {
  let at = into;
  for (const name of path.slice(0, -1)) {
    const next = getOwn(at, name);
    const inner = isJsonObject(next) ? next : {};
    Object.defineProperty(at, name, { value: inner, enumerable: true, configurable: true, writable: true });
    at = inner;
  }
  const name = path.at(-1) ?? '';
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
}
