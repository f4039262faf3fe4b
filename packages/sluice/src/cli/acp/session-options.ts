import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import type { PermissionMode } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

const MODES: readonly (readonly [PermissionMode, string, string])[] = [
  ['default', 'Ask', 'Asks before anything that has effects and that no rule allows'],
  ['acceptEdits', 'Accept edits', 'Changes files in the project without asking'],
  ['plan', 'Plan', 'Changes nothing, and presents a plan for approval'],
  ['dontAsk', "Don't ask", 'Denies what would be asked about'],
];
const BYPASS = ['bypassPermissions', 'Bypass permissions', 'Runs nearly everything without asking'] as const;

/** The modes that a session can have now. */
export function modesOf({ runtime }: Pick<AssembledAgent, 'runtime'>): SessionModeState {
  const { mode, isBypassAvailable } = runtime.permission.current();
  const offered = isBypassAvailable || mode === BYPASS[0] ? [...MODES, BYPASS] : MODES;
  const known = offered.some(([id]) => id === mode) ? offered : [...offered, [mode, mode, mode] as const];
  return {
    currentModeId: mode,
    availableModes: known.map(([id, name, description]) => ({ id, name, description })),
  };
}

const FAMILIES = ['opus', 'sonnet', 'haiku'];

/** The options that a session can change: its mode and its model. */
export function configOptionsOf(
  agent: Pick<AssembledAgent, 'askedModel' | 'provider' | 'runtime'>,
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
  ];
}
