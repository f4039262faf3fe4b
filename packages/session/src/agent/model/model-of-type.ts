import { agentModelRefusal, type AgentDefinition } from '@sluice/agent';

/**
 * The model that the definition of the main agent names, if it may: by the same rule as for an agent that another one opens.
 * @param otherwise the model that the session has without the definition; undefined: none
 */
export function modelOfType(
  type: AgentDefinition | undefined,
  otherwise: () => string | undefined,
  warn: (text: string) => void,
): string | undefined {
  const { model } = type ?? {};
  if (type === undefined || model === undefined || model === 'inherit') return undefined;
  const refusal = agentModelRefusal(model, type, otherwise());
  if (refusal === undefined) return model;
  warn(`The model ${model} of the agent ${type.name} is not used: ${refusal}.`);
  return undefined;
}
