import type { UsedModel } from '@sluice/agent';
import { durationText, sanitize } from '@sluice/core';
import type { PromptCost } from '../prompt-cost.ts';
import type { SlashCommand } from './slash-command.ts';

export const costCommand: SlashCommand = {
  name: 'cost',
  argumentHint: '',
  does: 'Show what the session has cost, and how full the window is',
  waits: false,
  run(_args, { print, usage: { usedTokens, windowTokens }, spentUsd, models, prompts, agent }) {
    const used = usedTokens === undefined ? 'nothing yet' : `${usedTokens.toLocaleString('en')} tokens`;
    print(`${sanitize(agent.provider.model)}: ${used} of ${windowTokens.toLocaleString('en')} in the window`);
    print(
      spentUsd === 0
        ? 'The cost is unknown: no price is set (modelPrices).'
        : `$${spentUsd.toFixed(4)} so far`,
    );
    for (const used of models) print(`  ${modelText(used)}`);
    if (prompts.length < 2) return;
    const shown = prompts.slice(-MAX_PROMPTS);
    const left = prompts.length - shown.length;
    print(left === 0 ? 'By prompt:' : `By prompt, the last ${shown.length} of ${prompts.length}:`);
    for (const prompt of shown) print(`  ${promptText(prompt)}`);
  },
};

/** Of the table by prompt. */
const MAX_PROMPTS = 20;

function promptText({ title, inputTokens, outputTokens, costUsd, durationMs }: PromptCost): string {
  const cost = costUsd === undefined || costUsd === 0 ? '' : `$${costUsd.toFixed(4)}`;
  const time = durationText(Math.max(1000, Math.floor(durationMs / 1000) * 1000));
  const tokens = `${short(inputTokens).padStart(6)} in ${short(outputTokens).padStart(6)} out`;
  return `${cost.padStart(8)} ${tokens} ${time.padStart(8)}  ${title}`;
}

function short(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`;
}

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
