import type { SettingsLayer } from '../read/read-layer.ts';
import type { SettingKey } from './setting-key.ts';

/**
 * A policy's list of what is denied, hidden or asked about. What an invalid entry was meant to deny is unknown, so it is an error, as a
 * policy that can't be read is.
 */
export function isPolicyDenial(source: SettingsLayer['source'], row: SettingKey | undefined): boolean {
  if (source !== 'managed' || row === undefined || row.merge !== 'joined' || row.use === 'none') return false;
  return row.untrusted === 'all' || (typeof row.untrusted === 'object' && 'when' in row.untrusted);
}

export const POLICY_FIX = "Sluice can't tell what the policy denies: nothing runs until this is fixed.";
