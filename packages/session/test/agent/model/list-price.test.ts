import { expect, it } from 'vitest';
import { listPrice } from '../../../src/agent/model/list-price.ts';

it.each([
  ['anthropic/claude-sonnet-5-5', 2, 10],
  ['claude-opus-5-5-20260924', 4, 20],
  ['claude-opus-5', 5, 25],
  ['claude-opus-4-8', 5, 25],
  ['claude-opus-4-1', 15, 75],
  ['claude-sonnet-4-6', 3, 15],
  ['claude-haiku-4-5', 1, 5],
])('%s costs $%d and $%d per million tokens', (model, input, output) => {
  expect(listPrice(model)).toMatchObject({ input, output, cacheRead: input / 10 });
});

it.each(['claude-next', 'openai/claude-sonnet-5-5', 'gpt-5'])('%s has no list price', (model) => {
  expect(listPrice(model)).toBeUndefined();
});
