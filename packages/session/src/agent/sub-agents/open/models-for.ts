import { agentModelRefusal, isFork, type AgentDefinition, type SpawnRequest } from '@sluice/agent';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';
import type { Opening } from './agent-opener.ts';

/** The models to try, in order; the last is the parent's. */
export function modelsFor(
  request: SpawnRequest,
  definition: AgentDefinition,
  parent: AssembledAgent,
  env: SessionParts['env'],
): Pick<Opening, 'models' | 'modelNote'> {
  const isName = (name: string | undefined): name is string =>
    name !== undefined && name.trim() !== '' && name !== 'inherit';
  if (isFork(definition)) return { models: [undefined] };
  const ofUser = env['CLAUDE_CODE_SUBAGENT_MODEL'];
  if (isName(ofUser)) return { models: [ofUser, undefined] };
  const wanted = [request.model, definition.model].find(isName);
  if (wanted === undefined) return { models: [undefined] };
  const by = isName(request.model) ? undefined : definition;
  const refusal = agentModelRefusal(wanted, by, parent.provider.model);
  if (refusal === undefined) return { models: [wanted, undefined] };
  return {
    models: [undefined],
    modelNote: `Its model ${wanted} is not used: ${refusal}. It uses its parent's model.`,
  };
}
