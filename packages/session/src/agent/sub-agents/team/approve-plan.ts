import { systemClock, type Journal } from '@sluice/core';
import type { AssembledAgent } from '../../assembled-agent.ts';
import { openRun, type AgentEntry } from '../agent-entry.ts';

/**
 * A teammate leaves plan mode for the leader's mode, which is plan mode as long as the leader is in it. The journal knows first.
 * @returns why that could not be stored. Undefined: it was.
 */
export function approvePlan(
  entry: AgentEntry | undefined,
  leader: AssembledAgent | undefined,
  journal: Pick<Journal, 'append'> | undefined,
): string | undefined {
  if (entry === undefined || leader === undefined) return 'The session has no agent.';
  const written = journal?.append({
    ...{ v: 1, time: systemClock.wallTime(), type: 'agent-plan-approved', agentId: entry.id },
  });
  if (written?.ok === false) return `The approval could not be stored, so it is void: ${written.message}`;
  entry.isPlanApproved = true;
  const { mode } = leader.runtime.permission.current();
  openRun(entry)?.agent.parts.permission.state.update({ mode });
  return undefined;
}
