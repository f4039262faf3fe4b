import type { PermissionMode } from '@sluice/core';
import { MODE_NAMES } from '../schema/mode-names.ts';

/** The mode for a name as spelled in settings and flags. */
export function parseMode(name: string): PermissionMode | undefined {
  const mode = MODE_NAMES.find((known) => known === name);
  return mode === 'manual' ? 'default' : mode;
}
