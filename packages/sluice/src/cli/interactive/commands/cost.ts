import type { UsedModel } from '@sluice/agent';
import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const costCommand: SlashCommand = {
  name: 'cost',
  argumentHint: '',
  does: 'Show what the session has cost, and how full the window is',
  waits: false,
  run(_args, { print, usage: { usedTokens, windowTokens }, spentUsd, models, agent }) {
    const used = usedTokens === undefined ? 'nothing yet' : `${usedTokens.toLocaleString('en')} tokens`;
    print(`${sanitize(agent.provider.model)}: ${used} of ${windowTokens.toLocaleString('en')} in the window`);
    print(
      spentUsd === 0
        ? 'The cost is unknown: no price is set (modelPrices).'
        : `$${spentUsd.toFixed(4)} so far`,
    );
    for (const used of models) print(`  ${modelText(used)}`);
  },
};

function modelText({ model, usage, costUsd }: UsedModel): string {
  const tokens = [
    [usage.inputTokens, 'in'],
    [usage.outputTokens, 'out'],
    [usage.cacheReadTokens, 'read from the cache'],
    [usage.cacheWriteTokens, 'written to the cache'],
  ] as const;
  const words = tokens.flatMap(([count, what]) =>
    count > 0 ? [`${count.toLocaleString('en')} ${what}`] : [],
  );
  const cost = costUsd === undefined ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  return `${sanitize(model)}: ${[...words, cost].join(' \u00b7 ')}`;
}
