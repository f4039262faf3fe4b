import { mentionsTool, type AgentDefinition } from '@sluice/agent';
import { childMode, type AnyTool } from '@sluice/core';
import { createHandPlanTool } from '@sluice/tools';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';
import type { AgentEntry } from '../agent-entry.ts';
import { strictestMode } from './strictest-mode.ts';

export interface PlanScope {
  readonly parts: Pick<SessionParts, 'pool'>;
  /** Sends the plan of a teammate to the leader. Resolves with why it can't be. */
  readonly planToLeader: (id: string, plan: string) => Promise<string | undefined>;
}

interface OpenedFrom {
  readonly entry: AgentEntry;
  readonly parent: Pick<AssembledAgent, 'parts'>;
  /** Outermost first; the last one is the agent's own. */
  readonly definitions: readonly AgentDefinition[];
}

/** The plan of an agent that is opened in plan mode. */
interface HandedPlan {
  readonly tool: AnyTool;
  /** The plan that is its result. Undefined: it has handed none over. */
  readonly taken: () => string | undefined;
}

/** Undefined: the agent isn't opened in plan mode, or its definition or the session has no ExitPlanMode. */
export function handedPlan(
  { entry, parent, definitions }: OpenedFrom,
  { parts, planToLeader }: PlanScope,
): HandedPlan | undefined {
  const definition = definitions.at(-1);
  if (definition === undefined || parts.pool.find('ExitPlanMode') === undefined) return undefined;
  const wanted = strictestMode(definitions, entry);
  const mayLoosen = definitions.every(({ isTrusted }) => isTrusted);
  if (childMode(parent.parts.permission.state.current(), wanted, mayLoosen) !== 'plan') return undefined;
  let taken: string | undefined;
  const tool = createHandPlanTool({
    isLeader: entry.isTeammate,
    async take(plan) {
      if (entry.isTeammate) return planToLeader(entry.id, plan);
      taken = plan;
      return undefined;
    },
  });
  const { tools, disallowedTools } = definition;
  const isLeftOut =
    disallowedTools.some((item) => mentionsTool(item, tool)) ||
    tools?.some((item) => mentionsTool(item, tool)) === false;
  return isLeftOut ? undefined : { tool, taken: () => taken };
}
