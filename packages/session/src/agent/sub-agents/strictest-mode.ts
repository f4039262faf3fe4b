import type { AgentDefinition } from '@sluice/agent';
import { PERMISSION_MODE_TABLE, type PermissionMode } from '@sluice/core';

/** The mode that an agent's definitions ask for, with those of the agents around it. Undefined: that of its opener. */
export function strictestMode(
  definitions: readonly AgentDefinition[],
  isPlanApproved: boolean,
): PermissionMode | undefined {
  const modes = definitions
    .flatMap(({ permissionMode }) => permissionMode ?? [])
    .filter((mode) => mode !== 'plan' || !isPlanApproved);
  const looseness = (mode: PermissionMode): number => PERMISSION_MODE_TABLE[mode].looseness;
  return modes.toSorted((a, b) => looseness(a) - looseness(b))[0];
}
