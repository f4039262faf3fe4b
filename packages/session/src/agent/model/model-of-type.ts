import { agentModelRefusal, modelAccess, type AgentDefinition } from '@sluice/agent';
import type { LoadedSettings } from '@sluice/settings';
import { modelEnvironment } from './model-environment.ts';

/**
 * The model that the definition of the main agent names, if it may: by the same rule as for an agent that another one opens, with the model
 * that the session would have without the definition as that of the parent.
 */
export function modelOfType(
  type: AgentDefinition | undefined,
  settings: LoadedSettings,
  warn: (text: string) => void,
): string | undefined {
  const { model } = type ?? {};
  if (type === undefined || model === undefined || model === 'inherit') return undefined;
  const env = modelEnvironment(settings, process.env);
  const otherwise = modelAccess({ env, settings: { model: settings.setting('model')?.value } });
  const refusal = agentModelRefusal(model, type, otherwise.ok ? otherwise.access.model : undefined);
  if (refusal === undefined) return model;
  warn(`The model ${model} of the agent ${type.name} is not used: ${refusal}.`);
  return undefined;
}
