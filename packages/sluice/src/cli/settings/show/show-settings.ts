import { judgeSetting, setting, settingKey, type LoadedSettings, type SettingKey } from '@sluice/settings';
import type { ShownSetting } from './shown-setting.ts';

export function showSettings(loaded: LoadedSettings, keys: readonly string[]): readonly ShownSetting[] {
  return keys.map((key): ShownSetting => {
    const row = settingKey(key);
    const parts = judgeSetting(loaded, key);
    const effective = setting(loaded, key);
    return {
      key,
      value: effective?.value,
      isDefault: effective?.origins.length === 0,
      isKnown: row !== undefined,
      note: noteOf(row),
      parts,
    };
  });
}

/** Applies to so many keys that a list states it once. */
export const AT_START = 'read when a session starts';

function noteOf(row: SettingKey | undefined): string | undefined {
  if (row === undefined) return 'unknown key: no effect';
  if (row.use === 'live') return undefined;
  if (row.use === 'start') return AT_START;
  return row.use === 'none' ? 'no effect in Sluice' : `no effect yet: requires ${row.use.later}`;
}
