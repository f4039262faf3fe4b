import type { PermissionMode } from '@sluice/core';

const MODES: ReadonlyMap<string, PermissionMode> = new Map([
  ['default', 'default'],
  ['manual', 'default'],
  ['acceptEdits', 'acceptEdits'],
  ['plan', 'plan'],
  ['auto', 'auto'],
  ['dontAsk', 'dontAsk'],
  ['bypassPermissions', 'bypassPermissions'],
]);

export const MODE_NAMES: readonly string[] = [...MODES.keys()];

/** The mode of a name as settings and flags spell it; `manual` is another word for `default`. */
export function parseMode(name: string): PermissionMode | undefined {
  return MODES.get(name);
}
