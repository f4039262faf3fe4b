import type { UsedModel } from '@sluice/agent';
import { durationText, sanitize } from '@sluice/core';
import { spokenFacts } from '@sluice/terminal';
import type { PromptCost } from '../cost/prompt-cost.ts';
import type { SlashCommand } from './slash-command.ts';

export const costCommand: SlashCommand = {
  name: 'cost',
  argumentHint: '',
  does: 'Show what the session has cost, and how full the context window is',
  waits: false,
  async run(
    _args,
    { print, usage: { usedTokens, windowTokens }, spentUsd, models, prompts, agent, isCostWhole, isPlain },
  ) {
    const used = usedTokens === undefined ? 'nothing yet' : `${usedTokens.toLocaleString('en')} tokens`;
    print(`${sanitize(agent.provider.model)}: ${used} of ${windowTokens.toLocaleString('en')} in the window`);
    print(spentText(spentUsd, models.length > 0 || spentUsd > 0, isCostWhole));
    const earlier = await agent.earlierUsd(performance.timeOrigin);
    if (earlier > 0) print(`$${earlier.toFixed(4)} before this session was resumed`);
    for (const used of models) print(`  ${isPlain ? spokenFacts(modelText(used)) : modelText(used)}`);
    const atWork = atWorkText(spentUsd, models);
    if (atWork !== undefined) print(`  ${atWork}`);
    if (prompts.length < 2) return;
    const shown = prompts.slice(-MAX_PROMPTS);
    const left = prompts.length - shown.length;
    print(left === 0 ? 'By prompt:' : `By prompt, the last ${shown.length} of ${prompts.length}:`);
    for (const prompt of shown) print(`  ${promptText(prompt)}`);
  },
};

/** @param hasUsed a model was used in this program */
function spentText(spentUsd: number, hasUsed: boolean, isWhole: boolean): string {
  if (!hasUsed) return 'Nothing has been spent so far.';
  if (spentUsd === 0 && isWhole) return 'The cost is unknown: no price is set (modelPrices).';
  const text = `$${spentUsd.toFixed(4)}${isWhole ? '' : '+'} so far`;
  return isWhole ? text : `${text}; the usage of a stopped request is unknown`;
}

/** US dollars that are shown as nothing. */
const ROUNDED_USD = 0.000_05;

/** What the total has and no model: models are counted when a prompt ends. Undefined: nothing. */
export function atWorkText(
  spentUsd: number,
  models: readonly Pick<UsedModel, 'costUsd'>[],
): string | undefined {
  const countedUsd = models.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
  const restUsd = spentUsd - countedUsd;
  return restUsd < ROUNDED_USD ? undefined : `the current prompt: $${restUsd.toFixed(4)} so far`;
}

/** Of the table by prompt. */
const MAX_PROMPTS = 20;

function promptText({ title, inputTokens, outputTokens, costUsd, durationMs, isWhole }: PromptCost): string {
  const isPriced = costUsd !== undefined && (costUsd > 0 || !isWhole);
  const cost = isPriced ? `$${costUsd.toFixed(4)}${isWhole ? '' : '+'}` : '';
  const time = durationText(Math.max(1000, Math.floor(durationMs / 1000) * 1000));
  const tokens = `${short(inputTokens).padStart(6)} in ${short(outputTokens).padStart(6)} out`;
  return `${cost.padStart(isWhole ? 8 : 9)} ${tokens} ${time.padStart(8)}  ${title}`;
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
