import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const modelCommand: SlashCommand = {
  name: 'model',
  argumentHint: '[MODEL]',
  does: 'Show or change the model, from the next request',
  waits: false,
  async run(args, { agent, print, note }) {
    if (args === '') {
      print(`The model is ${sanitize(agent.provider.model)}. Change it with /model MODEL.`);
      return;
    }
    const changed = await agent.changeModel(args);
    if (changed.ok) print(`The model is now ${sanitize(changed.model)}.`);
    else note(changed.message);
  },
};
