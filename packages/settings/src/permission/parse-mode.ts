import type { PermissionMode } from '@sluice/core';
import { MODE_NAMES } from '../schema/mode-names.ts';

/** The mode of a name as settings and flags spell it. */
export function parseMode(name: string): PermissionMode | undefined {
  const mode = MODE_NAMES.find((known) => known === name);
  return mode === 'manual' ? 'default' : mode;
}
