import { getOwn, isJsonObject } from '@sluice/core';
import { SETTING_GROUPS, SETTING_KEYS, settingKey, type LoadedSettings } from '@sluice/settings';
import { nearestName } from '@sluice/base';

type KeysToShow =
  | { readonly ok: true; readonly keys: readonly string[] }
  | { readonly ok: false; readonly message: string };

const KNOWN: readonly string[] = SETTING_KEYS.map(({ key }) => key);

/** The requested keys, or all that a file sets: known ones in list order, then the others. */
export function keysToShow(loaded: LoadedSettings, asked: readonly string[]): KeysToShow {
  const set = new Set(loaded.layers.flatMap(({ value }) => keysIn(value, '')));
  const known = KNOWN.filter((key) => set.has(key));
  const others = [...set].filter((key) => settingKey(key) === undefined).sort();
  if (asked.length === 0) return { ok: true, keys: [...known, ...others] };
  const keys = new Set<string>();
  for (const name of asked) {
    const isWithin = (key: string): boolean => key === name || key.startsWith(`${name}.`);
    const found = [...KNOWN, ...others].filter(isWithin);
    if (found.length === 0) return { ok: false, message: unknownText(name) };
    for (const key of found) keys.add(key);
  }
  return { ok: true, keys: [...keys] };
}

function unknownText(name: string): string {
  const near = nearestName(
    name,
    [...KNOWN, ...SETTING_GROUPS.keys()].filter((key) => key !== ''),
  );
  const hint = near === undefined ? 'docs/settings.md lists the known ones' : `did you mean ${near}?`;
  return `${JSON.stringify(name)} is not a known key, and no file sets it; ${hint}`;
}

/** Descends to a known or an unknown key. A name that contains a dot can't be distinguished from two names. */
function keysIn(value: unknown, group: string): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((name) => {
    if (name.includes('.')) return [];
    const key = group === '' ? name : `${group}.${name}`;
    return SETTING_GROUPS.has(key) ? keysIn(getOwn(value, name), key) : [key];
  });
}
