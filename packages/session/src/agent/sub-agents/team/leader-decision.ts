import type { JsonObject, PureDecision, ToolPool } from '@sluice/core';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';

/** How a leader's own call would be decided: it has the main agent's permission, and the workers' tools. */
export function leaderDecision(
  call: { readonly name: string; readonly input: JsonObject },
  main: AssembledAgent | undefined,
  workers: ToolPool | undefined,
  permission: SessionParts['permission'],
): Promise<PureDecision> {
  if (main === undefined) throw new Error('The session has no agent.');
  const own = main.runtime.fork({
    agent: { id: 'leader', type: 'main', parentCallId: undefined },
    tools: workers ?? main.runtime.pool,
    permission: permission.state,
  });
  return own.decide(call);
}
