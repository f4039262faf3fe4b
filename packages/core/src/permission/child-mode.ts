import { MODE_LOOSENESS, type PermissionContext } from './context.ts';
import type { PermissionMode } from '../data/permission-mode.ts';

/**
 * The mode of an agent that another opens: the one it wants where that is stricter, else its parent's. A wish that may
 * loosen counts under `default` as well, where the mode is available.
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
