import type { PermissionContext, PermissionMode } from './context.ts';

/** What each mode lets through without a person, from the least. Neither `plan` nor `dontAsk` is left for the other. */
const LOOSENESS: Readonly<Record<PermissionMode, number>> = {
  dontAsk: 0,
  plan: 0,
  default: 1,
  acceptEdits: 2,
  auto: 3,
  bypassPermissions: 4,
};

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
  if (LOOSENESS[wanted] < LOOSENESS[mode]) return wanted;
  if (!mayLoosen || mode !== 'default') return mode;
  if (wanted === 'auto' && !isAutoAvailable) return mode;
  return wanted === 'bypassPermissions' && !isBypassAvailable ? mode : wanted;
}
