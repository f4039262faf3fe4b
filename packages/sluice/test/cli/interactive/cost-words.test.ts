import { expect, it } from 'vitest';
import { atWorkText } from '../../../src/cli/interactive/commands/cost.ts';

it.each([
  ['nothing is at work', 0.03, [0.01, 0.02], undefined],
  ['a prompt is at work', 0.0354, [0.01, 0.02], 'the current prompt: $0.0054 so far'],
  ['the first prompt is at work', 0.0054, [], 'the current prompt: $0.0054 so far'],
  ['the price of a model is not known', 0.01, [0.01, undefined], undefined],
])('the parts of a cost make its total where %s', (_, spentUsd, costs, text) => {
  const models = costs.map((costUsd) => ({ costUsd }));
  expect(atWorkText(spentUsd, models)).toBe(text);
});
