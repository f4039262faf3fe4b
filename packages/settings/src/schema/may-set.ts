import type { RuleSource } from '@sluice/core';
import { MANAGED_ONLY, NOT_FROM_REPOSITORY } from './known-keys.ts';

/** Whether a layer from this source may set a key (dots go down) at all. */
export function maySet(source: RuleSource, key: string): boolean {
  if (source === 'managed') return true;
  if (MANAGED_ONLY.has(key)) return false;
  return !(source === 'project' || source === 'local') || !NOT_FROM_REPOSITORY.has(key);
}
