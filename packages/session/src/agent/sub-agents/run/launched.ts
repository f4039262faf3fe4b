import type { Spawned } from '@sluice/agent';
import type { AgentEntry } from '../agent-entry.ts';
import type { AgentRun } from './agent-run.ts';

/**
 * What the call that opened an agent is answered while the agent works in the background.
 * @param wanted the name that the call gave it
 */
export function launched(
  { id, name, type, isTeammate }: AgentEntry,
  run: AgentRun,
  outputFile: string,
  wanted = name,
): Spawned {
  const taken = name === wanted ? [] : [`The name ${wanted} is taken, so it is called ${name}.`];
  const team = isTeammate ? [`It is your teammate ${name}.`] : [];
  const { model } = run.agent.provider;
  return {
    ...{ status: 'launched', agentId: id, type, model, outputFile },
    notes: [...run.notes, ...taken, ...team],
  };
}
