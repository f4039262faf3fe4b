import type { PermissionContext } from './context.ts';
import { isModeAvailable, PERMISSION_MODE_TABLE, type PermissionMode } from '../../data/permission-mode.ts';

/**
 * The mode of a child agent: the requested one if that is stricter, else its parent's. A request that may be less strict also takes
 * effect under `default`, if the mode is available.
 */
export function childMode(
  context: PermissionContext,
  wanted: PermissionMode | undefined,
  mayLoosen: boolean,
): PermissionMode {
  const { mode } = context;
  if (wanted === undefined) return mode;
  if (PERMISSION_MODE_TABLE[wanted].looseness < PERMISSION_MODE_TABLE[mode].looseness) return wanted;
  if (!mayLoosen || mode !== 'default') return mode;
  return isModeAvailable(wanted, context) ? wanted : mode;
}
