import type { LoadedSettings } from '../loaded-settings.ts';
import { setting } from './setting.ts';
import { SETTING_KEYS } from './settings-schema.ts';

type Loaded = Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>;

/** Keys that are read at session start and whose settings have changed since. */
export function changedAtStart(before: Loaded, now: Loaded): readonly string[] {
  return SETTING_KEYS.filter(
    ({ key, use }) =>
      use === 'start' &&
      JSON.stringify(setting(before, key)?.value) !== JSON.stringify(setting(now, key)?.value),
  ).map(({ key }) => key);
}
