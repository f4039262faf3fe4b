import type { AgentDefinition } from './agent-definition.ts';

/** Models that read files or load packages of the project: only the person's command line may name them. */
const RUNS_PROJECT = /^\s*(?:ai-sdk|replay):/i;

/** Names of Anthropic's model families, which say nothing about who serves the model. */
const FAMILY = /^(?:opus|sonnet|haiku)$/i;

/**
 * Why an agent can't have a model, as a sentence without its full stop; undefined: it can. As with settings: neither a file nor the
 * model may choose what runs a package or plays a file of the project, and an untrusted repository doesn't choose who gets
 * the conversation.
 * @param definition the one that names the model; undefined: the call does
 * @param parentModel what the agent has otherwise
 */
export function agentModelRefusal(
  name: string,
  definition: Pick<AgentDefinition, 'source' | 'isTrusted'> | undefined,
  parentModel: string | undefined,
): string | undefined {
  if (definition?.source === 'flag') return undefined;
  if (RUNS_PROJECT.test(name))
    return 'only --model, SLUICE_MODEL, CLAUDE_CODE_SUBAGENT_MODEL and --agents can name a model that runs a package or plays a file';
  if (definition === undefined || definition.isTrusted) return undefined;
  const isOfFamily = FAMILY.test(name.trim()) && parentModel?.includes('claude') === true;
  return isOfFamily ? undefined : 'its file is from a directory that is not trusted (sluice rules trust)';
}
