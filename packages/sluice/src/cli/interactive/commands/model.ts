import { nearestName } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { modelPrice } from '@sluice/session';
import { EFFORTS } from '@sluice/session/agent';
import type { PickerItem } from '@sluice/terminal';
import { modelItems } from '../menus/model-items.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const modelCommand: SlashCommand = {
  name: 'model',
  argumentHint: '[MODEL]',
  does: 'Change the model and its effort, from the next request on',
  waits: false,
  async run(args, context) {
    if (args === '') pickModel(context);
    else await change(args, 'command', context);
  },
};

/** The models with the effort beside them. */
function pickModel(context: CommandContext): void {
  const { agent, pick, isPlain, print } = context;
  const current = agent.provider.model;
  const levels = [undefined, ...EFFORTS];
  let at = Math.max(0, levels.indexOf(agent.thinking?.effort));
  const effort = (): string => levels[at] ?? 'default';
  if (isPlain) print(`The effort is ${effort()}; /effort changes it.`);
  pick({
    title: 'Model',
    items: knownModels(context),
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

async function change(name: string, source: 'command' | 'picker', context: CommandContext): Promise<void> {
  const { agent, parts, print, note, confirm } = context;
  const changed = await agent.changeModel(name, { source, confirm });
  if (!changed.ok) {
    note(changed.message);
    return;
  }
  print(`The model is now ${sanitize(changed.model)}.`);
  if (modelPrice(parts.permission.loaded, changed.model) === undefined)
    note(
      unknownModel(
        changed.model,
        knownModels(context).map(({ id }) => id),
      ),
    );
}

/** A misspelled name is found out only by the service, with the next request. */
function unknownModel(model: string, known: readonly string[]): string {
  const bare = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
  const others = known.map(bare).filter((name) => name !== bare(model));
  const near = nearestName(bare(model), others);
  const hint = near === undefined ? '' : ` If you meant ${near}, run: /model ${near}`;
  return `Sluice has no price for this model, so its cost is unknown.${hint}`;
}

function knownModels({ agent, parts }: CommandContext): readonly PickerItem[] {
  return modelItems({
    cwd: parts.cwd,
    env: process.env,
    current: agent.provider.model,
    available: parts.permission.loaded.setting('availableModels')?.value,
  });
}
