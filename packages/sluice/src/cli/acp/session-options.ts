import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { isModeAvailable, modesWhere, PERMISSION_MODE_TABLE } from '@sluice/core';
import { EFFORTS, type AssembledAgent } from '@sluice/session/agent';

/** The modes that an editor offers; any other that a session is in is listed too. */
const OFFERED = modesWhere(({ needs }) => needs !== 'auto');

/** The modes that a session can have now. */
export function modesOf({ runtime }: Pick<AssembledAgent, 'runtime'>): SessionModeState {
  const now = runtime.permission.current();
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
export function configOptionsOf(
  agent: Pick<AssembledAgent, 'askedModel' | 'provider' | 'runtime' | 'thinking'>,
): SessionConfigOption[] {
  const { currentModeId, availableModes } = modesOf(agent);
  const model = agent.askedModel() ?? agent.provider.model;
  const models = [...new Set([model, ...(agent.provider.model.includes('claude') ? FAMILIES : [])])];
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
      currentValue: agent.thinking?.effort ?? DEFAULT_EFFORT,
      options: [DEFAULT_EFFORT, ...EFFORTS].map((name) => ({ value: name, name })),
    },
  ];
}
