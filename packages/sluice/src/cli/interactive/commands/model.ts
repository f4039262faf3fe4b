import { sanitize } from '@sluice/core';
import { EFFORTS } from '@sluice/session/agent';
import { modelItems } from '../menus/model-items.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const modelCommand: SlashCommand = {
  name: 'model',
  argumentHint: '[MODEL]',
  does: 'Choose the model and its effort, from the next request',
  waits: false,
  async run(args, context) {
    if (args === '') pickModel(context);
    else await change(args, 'command', context);
  },
};

/** The models with the effort beside them. */
function pickModel(context: CommandContext): void {
  const { agent, parts, pick, isPlain, print } = context;
  const current = agent.provider.model;
  const levels = [undefined, ...EFFORTS];
  let at = Math.max(0, levels.indexOf(agent.thinking?.effort));
  const effort = (): string => levels[at] ?? 'default';
  if (isPlain) print(`The effort is ${effort()}; /effort changes it.`);
  pick({
    title: 'Model',
    items: modelItems({
      cwd: parts.cwd,
      env: process.env,
      current,
      available: parts.permission.loaded.setting('availableModels')?.value,
    }),
    side: {
      label: () => `effort: ${effort()}`,
      turn: (step) => {
        at = (at + step + levels.length) % levels.length;
      },
    },
    onPick: async ({ id }) => {
      if (levels[at] !== agent.thinking?.effort) {
        agent.changeEffort(levels[at]);
        print(`The effort is now ${agent.thinking?.effort ?? 'the default'}.`);
      }
      if (id === current) print(`The model is ${sanitize(id)}.`);
      else await change(id, 'picker', context);
    },
  });
}

async function change(
  name: string,
  source: 'command' | 'picker',
  { agent, print, note, confirm }: CommandContext,
): Promise<void> {
  const changed = await agent.changeModel(name, { source, confirm });
  if (changed.ok) print(`The model is now ${sanitize(changed.model)}.`);
  else note(changed.message);
}
