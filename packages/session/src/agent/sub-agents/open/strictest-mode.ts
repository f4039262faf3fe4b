import type { AgentDefinition } from '@sluice/agent';
import { PERMISSION_MODE_TABLE, type PermissionContext, type PermissionMode } from '@sluice/core';
import type { AgentEntry } from '../agent-entry.ts';

/** The mode that an agent's definitions ask for, with those of the agents around it, or that it began in. Undefined: that of its opener. */
export function strictestMode(
  definitions: readonly AgentDefinition[],
  { mode: first, isPlanApproved }: Pick<AgentEntry, 'mode' | 'isPlanApproved'>,
): PermissionMode | undefined {
  const modes = [first, ...definitions.map(({ permissionMode }) => permissionMode)]
    .filter((mode) => mode !== undefined)
    .filter((mode) => mode !== 'plan' || !isPlanApproved);
  const looseness = (mode: PermissionMode): number => PERMISSION_MODE_TABLE[mode].looseness;
  return modes.toSorted((a, b) => looseness(a) - looseness(b))[0];
}

/** The mode of an agent that begins, if it never leaves it. */
export function lastingMode({ mode }: Pick<PermissionContext, 'mode'>): PermissionMode | undefined {
  return PERMISSION_MODE_TABLE[mode].bindsChildren === true ? mode : undefined;
}
