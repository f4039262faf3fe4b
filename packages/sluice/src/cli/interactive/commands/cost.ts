import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const costCommand: SlashCommand = {
  name: 'cost',
  argumentHint: '',
  does: 'Show what the session has cost, and how full the window is',
  waits: false,
  run(_args, { print, usage: { usedTokens, windowTokens }, spentUsd, agent }) {
    const used = usedTokens === undefined ? 'nothing yet' : `${usedTokens.toLocaleString('en')} tokens`;
    print(`${sanitize(agent.provider.model)}: ${used} of ${windowTokens.toLocaleString('en')} in the window`);
    print(
      spentUsd === 0
        ? 'The cost is unknown: no price is set (modelPrices).'
        : `$${spentUsd.toFixed(4)} so far`,
    );
  },
};
