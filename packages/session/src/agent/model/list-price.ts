import type { ModelPrice } from '@sluice/agent';

/** Anthropic's list prices in US dollars per million tokens: input, output. The longest name that fits counts. */
const LIST: readonly (readonly [name: string, input: number, output: number])[] = [
  ['claude-fable-5', 10, 50],
  ['claude-opus-5-5', 4, 20],
  ['claude-opus-5', 5, 25],
  ['claude-opus-4-5', 5, 25],
  ['claude-opus-4-6', 5, 25],
  ['claude-opus-4-7', 5, 25],
  ['claude-opus-4-8', 5, 25],
  ['claude-opus-4', 15, 75],
  ['claude-sonnet-5', 2, 10],
  ['claude-sonnet-4', 3, 15],
  ['claude-haiku-4-5', 1, 5],
];

const PREFIX = /^(?:anthropic\/)?(?=claude-)/;

/** The list price of a model, which the setting "modelPrices" overrides; undefined: not known. */
export function listPrice(model: string): ModelPrice | undefined {
  if (!PREFIX.test(model)) return undefined;
  const name = model.replace(PREFIX, '');
  const found = LIST.find(([prefix]) => name.startsWith(prefix));
  if (found === undefined) return undefined;
  const [, input, output] = found;
  // A cached token costs a tenth to read, and a quarter more to write.
  return { input, output, cacheRead: input / 10, cacheWrite: input * 1.25 };
}
