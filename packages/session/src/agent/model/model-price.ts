import { costOf, NO_USAGE, type ModelPrice, type RequestTokens } from '@sluice/agent';
import { getOwn, isJsonObject } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { listPrice } from './list-price.ts';

/** The model's price in the settings; undefined: not set. */
export function modelPrice(
  { setting }: Pick<LoadedSettings, 'setting'>,
  model: string,
): ModelPrice | undefined {
  const prices = setting('modelPrices')?.value;
  if (prices === undefined) return listPrice(model);
  const bare = model.slice(model.indexOf('/') + 1);
  const price = getOwn(prices, model) ?? getOwn(prices, bare);
  if (!isJsonObject(price)) return listPrice(model);
  const amount = (name: string): number | undefined => {
    const value = getOwn(price, name);
    return typeof value === 'number' && value >= 0 ? value : undefined;
  };
  const [input, output, cacheRead, cacheWrite] = ['input', 'output', 'cacheRead', 'cacheWrite'].map(amount);
  if (input === undefined || output === undefined) return undefined;
  return { input, output, cacheRead, cacheWrite };
}

/** The most that a request may cost, in US dollars. 0: the price is unknown. */
export function maxCostUsd(
  { input, output }: RequestTokens,
  settings: Pick<LoadedSettings, 'setting'>,
  model: string,
): number {
  const price = modelPrice(settings, model);
  if (price === undefined) return 0;
  const inputPrice = Math.max(price.input, price.cacheWrite ?? 0);
  return costOf({ ...NO_USAGE, inputTokens: input, outputTokens: output }, { ...price, input: inputPrice });
}
