import { isJsonObject } from '@sluice/core';
import type { LoadedSettings } from '../loaded-settings.ts';
import { judgeSetting } from './judge-setting.ts';
import type { JudgedPart } from './judged-part.ts';
import type { SettingKey } from './setting-key.ts';
import { SETTING_GROUPS, settingKey } from './settings-schema.ts';
import type { EffectiveSetting } from './effective-setting.ts';
import { isValueOf, type SettingValueOf } from './setting-value.ts';

/**
 * The effective value, combined from all files that may set the key, as far as they are trusted or can only tighten. The default if no file
 * sets it; undefined if there is none, and for groups (`sandbox`), which only contain keys.
 */
export function setting<Key extends string>(
  loaded: Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>,
  key: Key,
): EffectiveSetting<SettingValueOf<Key>> | undefined {
  if (SETTING_GROUPS.has(key)) return undefined;
  const row = settingKey(key);
  const judged = judgeSetting(loaded, key);
  const origins = judged.filter(({ status }) => status === 'counts');
  const unset = judged.some(({ isInvalid }) => isInvalid) ? (row?.wrong ?? row?.default) : row?.default;
  const value = origins.length > 0 ? together(row, origins) : unset;
  if (origins.length === 0 && value === undefined) return undefined;
  return isValueOf(key, value) ? { key, value, origins } : undefined;
}

function together(row: SettingKey | undefined, parts: readonly JudgedPart[]): unknown {
  const within = parts.filter(({ steps }) => steps.length > 0);
  if (row?.merge === 'joined') return within.map(({ value }) => value);
  if (row?.merge !== 'deep' || within.length === 0) return parts[0]?.value;
  const fields = new Map<string, unknown>();
  for (const { steps, value } of within) {
    const name = String(steps[0]);
    const before = fields.get(name);
    if (steps.length === 1) {
      if (before === undefined) fields.set(name, value);
    } else if (Array.isArray(before)) before.push(value);
    else if (before === undefined) fields.set(name, [value]);
  }
  const object = Object.fromEntries(fields);
  return isJsonObject(object) ? object : undefined;
}
