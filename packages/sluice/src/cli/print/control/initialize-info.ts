import { serviceOfModel, type AgentDefinition } from '@sluice/agent';
import type { ModelProvider } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import type { ShownCommand } from '../../slash-command-changes.ts';
import { clientModel } from '../output/client-model.ts';
import { COMPATIBLE_VERSION } from '../output/init-message.ts';
import { apiKeySource } from '../output/api-key-source.ts';
import { apiProvider } from '../output/api-provider.ts';

/** What holds for every session. */
const FIXED = {
  claude_code_version: COMPATIBLE_VERSION,
  pid: process.pid,
  hooks_applied: true,
  hook_on_failure_supported: true,
  mcp_servers_applied: true,
  plugins_applied: true,
};

export interface InfoScope {
  readonly agent: Pick<AssembledAgent, 'commands' | 'outputStyle'>;
  readonly provider: Pick<ModelProvider, 'model' | 'api'>;
  readonly agentTypes: () => Promise<readonly AgentDefinition[]>;
  /** Questions that the client has not answered. */
  readonly openAsks: () => readonly object[];
}

/** The response to `initialize`: what the session offers. */
export async function initializeInfo({ agent, provider, agentTypes, openAsks }: InfoScope): Promise<object> {
  const commands = (await agent.commands?.list()) ?? [];
  const types = await agentTypes();
  return {
    ...FIXED,
    output_style: agent.outputStyle.name,
    available_output_styles: await agent.outputStyle.names(),
    commands: commands.map(commandForClient),
    agents: types.map(agentForClient),
    models: modelsForClient(provider.model),
    account: {
      apiKeySource: apiKeySource(process.env),
      apiProvider: apiProvider(serviceOfModel(provider.model) ?? provider.api),
    },
    pending_permission_requests: openAsks(),
  };
}

/** The response of a process that doesn't know its session yet. */
export function parkedInfo(model: string): object {
  return {
    ...FIXED,
    output_style: 'default',
    available_output_styles: ['default'],
    commands: [],
    agents: [],
    models: modelsForClient(model),
    account: {
      apiKeySource: apiKeySource(process.env),
      apiProvider: apiProvider(serviceOfModel(model) ?? 'anthropic'),
    },
    pending_permission_requests: [],
  };
}

export function commandForClient({ name, description, argumentHint }: ShownCommand): object {
  return { name, description, argumentHint: argumentHint ?? '' };
}

export function agentForClient({ name, description, model }: AgentDefinition): object {
  return { name, description, model };
}

const ALIASES = [
  ['sonnet', 'Sonnet', 'Balanced'],
  ['opus', 'Opus', 'Most capable'],
  ['haiku', 'Haiku', 'Fastest'],
] as const;

/** The current model; with a key of Anthropic's, its models by their short names too. */
export function modelsForClient(current: string): readonly object[] {
  const name = clientModel(current);
  const first = [
    { value: 'default', displayName: 'Default', description: name },
    { value: name, displayName: name, description: 'The current model' },
  ];
  if (serviceOfModel(current) !== 'anthropic') return first;
  return [
    ...first,
    ...ALIASES.map(([value, displayName, description]) => ({ value, displayName, description })),
  ];
}
