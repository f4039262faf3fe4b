import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { isModeAvailable, modesWhere, PERMISSION_MODE_TABLE } from '@sluice/core';
import { EFFORTS, type AgentPreview, type AssembledAgent } from '@sluice/session/agent';

/** The modes that an editor offers; any other that a session is in is listed too. */
const OFFERED = modesWhere(({ needs }) => needs !== 'auto');

/** What an editor is shown of an agent. */
export function previewOf(agent: AssembledAgent): AgentPreview {
  return {
    permission: agent.runtime.permission.current(),
    askedModel: agent.askedModel(),
    model: agent.provider.model,
    effort: agent.thinking?.effort,
  };
}

/** What an editor gets with a session. */
export function stateOf(preview: AgentPreview) {
  return { modes: modesOf(preview), configOptions: configOptionsOf(preview) };
}

/** The modes that a session can have now. */
function modesOf({ permission: now }: AgentPreview): SessionModeState {
  const offered = OFFERED.filter((mode) => mode === now.mode || isModeAvailable(mode, now));
  const known = offered.includes(now.mode) ? offered : [...offered, now.mode];
  return {
    currentModeId: now.mode,
    availableModes: known.map((id) => {
      const { title: name, description } = PERMISSION_MODE_TABLE[id];
      return { id, name, description };
    }),
  };
}

const FAMILIES = ['opus', 'sonnet', 'haiku'];

/** No effort is asked for: the model thinks as much as it does by itself. */
export const DEFAULT_EFFORT = 'default';

/** The options that a session can change: its mode, its model, and how much that thinks. */
export function configOptionsOf(preview: AgentPreview): SessionConfigOption[] {
  const { currentModeId, availableModes } = modesOf(preview);
  const model = preview.askedModel ?? preview.model;
  const models = [...new Set([model, ...(preview.model.includes('claude') ? FAMILIES : [])])];
  return [
    {
      type: 'select',
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      currentValue: currentModeId,
      options: availableModes.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      type: 'select',
      id: 'model',
      name: 'Model',
      category: 'model',
      currentValue: model,
      options: models.map((name) => ({ value: name, name })),
    },
    {
      type: 'select',
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      currentValue: preview.effort ?? DEFAULT_EFFORT,
      options: [DEFAULT_EFFORT, ...EFFORTS].map((name) => ({ value: name, name })),
    },
  ];
}
