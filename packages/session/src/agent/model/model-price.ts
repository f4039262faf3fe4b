import type { ModelPrice } from '@sluice/agent';
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
