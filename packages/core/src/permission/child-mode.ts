import { MODE_LOOSENESS, type PermissionContext } from './context.ts';
import type { PermissionMode } from '../data/permission-mode.ts';

/**
 * The mode of a child agent: the requested one if that is stricter, else its parent's. A request that may be less strict also takes
 * effect under `default`, if the mode is available.
 */
export function childMode(
  { mode, isAutoAvailable, isBypassAvailable }: PermissionContext,
  wanted: PermissionMode | undefined,
  mayLoosen: boolean,
): PermissionMode {
  if (wanted === undefined) return mode;
  if (MODE_LOOSENESS[wanted] < MODE_LOOSENESS[mode]) return wanted;
  if (!mayLoosen || mode !== 'default') return mode;
  if (wanted === 'auto' && !isAutoAvailable) return mode;
  return wanted === 'bypassPermissions' && !isBypassAvailable ? mode : wanted;
}
