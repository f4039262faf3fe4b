import { sanitize } from '@sluice/core';
import { nearestName, orList } from '@sluice/base';
import { EFFORTS } from '@sluice/session/agent';
import type { SlashCommand } from './slash-command.ts';

/** Its first one. */
const FIRST = 'default';

export const effortCommand: SlashCommand = {
  name: 'effort',
  argumentHint: '[LEVEL]',
  does: 'Show or change how much the model thinks, from the next request on',
  waits: false,
  run(args, { agent, print, note, pick }) {
    const choose = (level: string): void => {
      const effort = EFFORTS.find((one) => one === level);
      agent.changeEffort(effort);
      const now = agent.thinking?.effort;
      print(now === undefined ? "The effort is the model's default." : `The effort is now ${now}.`);
    };
    const level = args.toLowerCase();
    if (level === FIRST || EFFORTS.some((one) => one === level)) choose(level);
    else if (args === '') {
      pick({
        title: 'Effort: how much the model thinks',
        items: [FIRST, ...EFFORTS].map((id) => ({
          id,
          label: id,
          detail: id === FIRST ? 'as at the start' : '',
        })),
        markedId: agent.thinking?.effort ?? FIRST,
        onPick: ({ id }) => choose(id),
      });
    } else {
      const all = [FIRST, ...EFFORTS];
      const near = nearestName(level, all);
      const hint = near === undefined ? '.' : `; did you mean ${near}?`;
      note(`There is no effort ${sanitize(args)}${hint} Use ${orList(all)}.`);
    }
  },
};
